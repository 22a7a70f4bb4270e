/**
 * Pictures that are for those who are signed in: an image element cannot ask for them by itself, so they are asked for like
 * everything else, once for each address, and shown from memory.
 */
import { fileAt } from '../http/ask.ts'

const known = new Map<string, Promise<string | undefined>>()

/** An address that an image element can show; nothing where there is no picture for this person. */
export function loadPicture(address: string): Promise<string | undefined> {
  let found = known.get(address)
  if (!found) {
    found = fileAt(address, { quiet: true }).then(
      ({ content }) => URL.createObjectURL(content),
      () => {
        known.delete(address)
        return undefined
      },
    )
    known.set(address, found)
  }
  return found
}
