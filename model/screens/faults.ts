/** What is wrong with a screen document, and where. Its sentences are the labels `screens.fault.<code>`. */
import type { Translate } from '../labels/index.ts'
import type { FaultCode } from '../figures/faults.ts'

export const SCREEN_FAULTS = ['size', 'shape', 'key', 'missing', 'format', 'document', 'twice'] as const
export type ScreenFaultCode = (typeof SCREEN_FAULTS)[number]

export interface FoundScreenFault {
  /** Where in the document: `pages[0].widgets[2].rect`, or `screen` for all of it. */
  readonly place: string
  readonly code: ScreenFaultCode
  /** Of a document of figures the code of its fault, a blank, and what that is about. */
  readonly detail: string
}

/** Characters of a name that a fault gives back. */
const MAX_SHOWN = 200

/** Thrown where a document is no screen. */
export class ScreenFault extends Error {
  readonly found: FoundScreenFault

  constructor(place: string, code: ScreenFaultCode, detail = '') {
    super(`${code} at ${place}`)
    this.found = { place, code, detail: detail.slice(0, MAX_SHOWN).toWellFormed() }
  }
}

/** Never returns. @throws ScreenFault */
export function refuseScreen(place: string, code: ScreenFaultCode, detail = ''): never {
  throw new ScreenFault(place, code, detail)
}

/** The sentence that tells what is wrong with a screen; of a document of figures, in the words that are told of those. */
export function screenFaultText(t: Translate, { place, code, detail }: FoundScreenFault): string {
  if (code !== 'document') return t(`screens.fault.${code}`, { place, detail })
  const end = detail.indexOf(' ')
  const about = detail.slice(end + 1)
  return t('screens.fault.document', {
    place,
    detail: t(`figures.fault.${detail.slice(0, end) as FaultCode}`, { place: about, name: about }),
  })
}
