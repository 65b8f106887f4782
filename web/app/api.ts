/** Talks to the server that the page came from, and to nothing else. */

import type { Failure } from "./types";

const base = "/api/1";

/** A failure that the server, or the lack of one, has put into words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly failure: Failure,
    readonly body: unknown,
  ) {
    super(failure.message);
  }
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const unreachable: Failure = { code: "unreachable", message: "Shoal does not answer. If it has ended, start it again with shoal serve and open the address that it prints." };

function failureOf(status: number, body: unknown): Failure {
  if (status === 401) return { code: "unauthorized", message: "Shoal was started again and does not know this page. Open the address that it printed last." };
  const found = (body as { error?: Failure } | null)?.error;
  if (found && typeof found.message === "string") return found;
  return { code: `http_${status}`, message: `The server answered ${status}.` };
}

/** ---- Whether the server is there ---- */

let lost: Failure | null = null;
let told: (failure: Failure | null) => void = () => undefined;

/** Tells when the server is gone or does not know this page any more, and when it is back. */
export function onLost(listener: (failure: Failure | null) => void): void {
  told = listener;
}

function notice(failure: Failure | null): void {
  if (failure?.code === lost?.code) return;
  lost = failure;
  told(failure);
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function call<T>(method: string, path: string, body?: unknown, type = "application/json"): Promise<T> {
  const options: RequestInit = { method, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) {
    options.body = typeof body === "string" && type !== "application/json" ? body : JSON.stringify(body);
    options.headers = { "Content-Type": type };
  }
  let response: Response;
  try {
    response = await fetch(base + path, options);
  } catch {
    notice(unreachable);
    throw new ApiError(0, unreachable, null);
  }
  const answer = await read(response);
  notice(response.status === 401 ? failureOf(401, null) : null);
  if (!response.ok) throw new ApiError(response.status, failureOf(response.status, answer), answer);
  return answer as T;
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);

/** A name as one part of a path. */
export function part(name: string): string {
  return encodeURIComponent(name);
}

export interface Upload {
  done: Promise<{ id: string; name: string; bytes: number }>;
  abort(): void;
}

/** Sends a file as it is; fetch cannot tell how far it is, so this is an XMLHttpRequest. */
export function upload(file: File, progress: (share: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<{ id: string; name: string; bytes: number }>((resolve, reject) => {
    request.open("POST", `${base}/uploads?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.responseType = "text";
    request.upload.onprogress = (event) => event.lengthComputable && event.total > 0 && progress(event.loaded / event.total);
    request.onload = () => {
      let answer: unknown = null;
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        /* a failure without words */
      }
      if (request.status >= 200 && request.status < 300) resolve(answer as { id: string; name: string; bytes: number });
      else reject(new ApiError(request.status, failureOf(request.status, answer), answer));
    };
    request.onerror = () => reject(new ApiError(0, unreachable, null));
    request.onabort = () => reject(new ApiError(0, { code: "cancelled", message: "The upload was cancelled." }, null));
    request.send(file);
  });
  return { done, abort: () => request.abort() };
}

export function eventsAddress(job: string): string {
  return `${base}/jobs/${part(job)}/events`;
}

export function downloadAddress(release: string, file: string): string {
  return `${base}/releases/${part(release)}/files/${part(file)}`;
}
