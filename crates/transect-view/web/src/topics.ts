/** A list of listeners for changes, by topic. */
export class Topics<Topic> {
  private readonly listeners = new Map<Topic, Set<() => void>>();

  on(topic: Topic, listener: () => void): void {
    const all = this.listeners.get(topic) ?? new Set();
    all.add(listener);
    this.listeners.set(topic, all);
  }

  tell(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }
}
