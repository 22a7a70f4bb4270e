/** What stopped an instance, in words. */
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'

const SENTENCES: Readonly<Record<string, LabelKey>> = {
  'no-flow': 'process-incident.no-flow',
  expression: 'process-incident.expression',
  'uncaught-error': 'process-incident.uncaught-error',
  'too-many': 'process-incident.too-many',
  failed: 'process-incident.failed',
  deadlock: 'process-incident.deadlock',
  nobody: 'process-incident.nobody',
}

/** The sentence of an incident, with what is known about it. */
export function incidentSentence(kind: string, detail: unknown, t: Translate): string {
  const key = SENTENCES[kind]
  const about = aboutOf(detail)
  return `${key ? t(key) : kind}${about === '' ? '' : `${t('common.means')}${about}`}`
}

/** Plain values of the detail, one after the other; nested ones are for programs. */
function aboutOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return ''
  return Object.values(detail as Readonly<Record<string, unknown>>)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ')
    .slice(0, 500)
}
