// A link holds the whole set-up: the page, then its state as compressed JSON.

/** Where a link leads; `spoiled` if what follows the page cannot be read. */
export interface Place { page: string; state: unknown; spoiled?: boolean }

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A state as letters of a link. */
export async function pack(state: unknown): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The state in letters of a link; undefined if they hold none. */
export async function unpack(letters: string): Promise<unknown> {
  try {
    const text = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return undefined;
  }
}

/** A word of the address; undefined if its letters are none. */
function plain(word: string): string | undefined {
  try {
    return decodeURIComponent(word);
  } catch {
    return undefined;
  }
}

/** Where the address of the page leads. `#/scene/NAME` opens a built-in scene. */
export async function here(): Promise<Place> {
  const [, page = "", rest = ""] = location.hash.split("/");
  if (!rest) return { page, state: undefined };
  if (rest.startsWith("~")) {
    const state = await unpack(rest.slice(1));
    return { page, state, spoiled: typeof state !== "object" || state === null };
  }
  const name = page === "scene" ? plain(rest) : undefined;
  return { page, state: { name }, spoiled: name === undefined };
}

/** The link to a state. */
export async function linkTo(page: string, state: unknown): Promise<string> {
  return `#/${page}/~${await pack(state)}`;
}

let asked = 0;

/** Writes a state into the address without leaving the page; of several states at once the last. */
export async function remember(page: string, state: unknown): Promise<void> {
  const mine = (asked += 1);
  const link = await linkTo(page, state);
  const now = location.hash.split("/")[1] || page;
  if (mine === asked && now === page) history.replaceState(null, "", link);
}
