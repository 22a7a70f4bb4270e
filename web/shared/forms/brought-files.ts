/** What was brought in this page is shown from memory: it need not come back from the server, and to outsiders it does not. */
const addresses = new Map<string, string>()

/** Remembers the picture that a file is. */
export function rememberFile(id: string, content: Blob): void {
  if (content.type.startsWith('image/')) addresses.set(id, URL.createObjectURL(content))
}

/** An address at which the browser shows it; undefined for what was not brought in this page. */
export const addressOfBrought = (id: string): string | undefined => addresses.get(id)
