/**
 * Uploads that are under way in a form: it is not to be sent before they are done. The form provides `UploadsOf` and asks
 * `isUnderWay`; whatever uploads inside it, however deep, lets its uploads be followed.
 */
import { createContext, use, useState } from 'react'

export interface Uploads {
  /** Counts an upload until it is done, well or not. */
  readonly follow: <Outcome>(upload: Promise<Outcome>) => Promise<Outcome>
  readonly isUnderWay: () => boolean
}

/** Outside of a form nobody waits for an upload. */
export const UploadsOf = createContext<Uploads>({ follow: (upload) => upload, isUnderWay: () => false })

/** What a form provides to the fields inside it. */
export function useUploads(): Uploads {
  const [uploads] = useState(makeUploads)
  return uploads
}

/** How a field of a form has its uploads counted. */
export function useFollowedUploads(): Uploads['follow'] {
  return use(UploadsOf).follow
}

function makeUploads(): Uploads {
  const underWay = new Set<Promise<unknown>>()
  return {
    async follow(upload) {
      underWay.add(upload)
      try {
        return await upload
      } finally {
        underWay.delete(upload)
      }
    },
    isUnderWay: () => underWay.size > 0,
  }
}
