/** The program of crates/transect-wasm, as wasm-bindgen writes it. vite.alone.config.ts says where it is. */
declare module "transect-wasm" {
  export function initSync(options: { module: WebAssembly.Module }): unknown;

  export class Files {
    add(name: string, bytes: Uint8Array): void;
  }

  export class Reply {
    readonly status: number;
    readonly media_type: string;
    readonly is_file: boolean;
    take(): Uint8Array<ArrayBuffer>;
    free(): void;
  }

  export class Session {
    /** Reads the models among the files, which it takes over. */
    open(files: Files): void;
    model(): string | undefined;
    ask(address: string, body?: Uint8Array, model?: string): Reply;
  }
}
