/**
 * Pictures that are for those who are signed in: an image element cannot ask for them by itself, so they are asked for like
 * everything else, once for each address, and shown from memory.
 */
import { fileAt, urlOf } from '../http/ask.ts'

/** Whether a picture is one that has to be asked for; what is not comes from the web's own files. */
export const isAskedFor = (address: string): boolean => address.startsWith(urlOf({ path: '/' }))

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
