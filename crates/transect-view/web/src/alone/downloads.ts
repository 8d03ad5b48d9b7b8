/** Links to files of the cut: a page without a server makes the file when its link is clicked. */
import { save as saveBlob, sentence } from "../dom";
import type { Send } from "../transport";

/** Saves the files of links to `api/…`, and says why one cannot be made. */
export function startDownloads(send: Send, say: (text: string) => void): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
    const address = link?.getAttribute("href");
    if (!link || !address?.startsWith("api/")) return;
    event.preventDefault();
    void save(send, address, link.download).catch((error: unknown) => say(`${link.download} is not saved. ${sentence(String(error instanceof Error ? error.message : error))}`));
  });
}

async function save(send: Send, address: string, name: string): Promise<void> {
  const response = await send(address, {});
  if (!response.ok) {
    const { error } = await response.json();
    throw new Error([error.message, error.hint].filter(Boolean).map(sentence).join(" "));
  }
  saveBlob(name, await response.blob());
}
