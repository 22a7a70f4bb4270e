import type { FaultCode } from '../figures/faults.ts'
import type { Translate } from '../labels/index.ts'
import type { FoundFault } from './draft.ts'
import { rowOfFault } from './row-rules.ts'

/** The sentence that tells what is wrong with a template; of a document of figures, in the words that are told of those. */
export function faultText(t: Translate, { place: named, code, detail }: FoundFault): string {
  const row = rowOfFault(named)
  const place = row === undefined ? named : t('reports.fault-row', { row })
  // Not each limit is a number that somebody could count to.
  if (code === 'size' && detail === '') return t('reports.fault-large', { place })
  if (code !== 'document') return t(`reports.fault.${code}`, { place, detail })
  const end = detail.indexOf(' ')
  const about = detail.slice(end + 1)
  return t('reports.fault.document', {
    place,
    detail: t(`figures.fault.${detail.slice(0, end) as FaultCode}`, { place: about, name: about }),
  })
}
