// The page's end of the worker. Of each task only the newest request has an answer; what it overtook is dropped.

class Client {
  #worker = null;
  #number = 0;
  #waiting = new Map(); // by number: {task, resolve, reject}
  #busy = null; // the number that the worker has
  #queue = new Map(); // by task: the newest request that the worker has not

  constructor() {
    this.#start(); // so that the engine loads while the page is still being made
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#answered(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#failed(event.message || "the worker could not be started");
    });
  }

  /** The answer, or undefined if a newer request for the same task came before it. */
  ask(task, details) {
    return new Promise((resolve, reject) => {
      const overtaken = this.#queue.get(task);
      if (overtaken) {
        this.#waiting.get(overtaken.id).resolve(undefined);
        this.#waiting.delete(overtaken.id);
      }
      const id = ++this.#number;
      this.#waiting.set(id, { task, resolve, reject });
      this.#queue.set(task, { id, task, ...details });
      this.#next();
    });
  }

  #next() {
    if (this.#busy !== null || this.#queue.size === 0) return;
    const [task, request] = this.#queue.entries().next().value;
    this.#queue.delete(task);
    this.#busy = request.id;
    if (!this.#worker) this.#start();
    this.#worker.postMessage(request);
  }

  #answered({ id, result, failure }) {
    const { task, resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#busy = null;
    if (this.#queue.has(task)) resolve(undefined);
    else if (failure !== undefined) reject(new Error(failure));
    else resolve(result);
    this.#next();
  }

  /** The worker has ended, and with it everything that it was asked. The next request starts another. */
  #failed(message) {
    this.#worker.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
    this.#queue.clear();
    this.#busy = null;
  }
}

/** The one of this page. It starts when this file has come, which is before main.js has all that it imports. */
export const client = new Client();
