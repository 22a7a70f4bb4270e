/** What whoever opens, issues or schedules a report gives values for: the parameters that the data sets of its template declare beside those that every report is asked for by. */
import { wayBetween } from '../belonging.ts'
import type { AskedParameter, Parameter } from '../figures/document.ts'
import { figuresDocumentOf } from '../figures/document.ts'

/** What the page of reports asks for, by the names of the parameters that documents of templates have for it. */
export const ASKED_PARAMETERS: readonly Parameter[] = [
  { name: 'period', kind: 'range', required: true },
  { name: 'deviceId', kind: 'reference', to: 'devices' },
  { name: 'siteId', kind: 'reference', to: 'sites' },
]

/** Subjects of whose rows none can be chosen: those made of readings and events, and nouns that have no list of choices. */
export const ROWS_NOT_CHOSEN: readonly string[] = [
  'readings',
  'alarm-events',
  'run-verdicts',
  'alarm-rules',
  'alarms',
  'deliveries',
  'historic-tasks',
  'part-moves',
  'plan-dates',
  'process-tasks',
  'registrations',
  'round-results',
  'rounds',
  'type-points',
  'user-posts',
]

/** What a parameter means, whatever it is called by people. */
const meaningOf = ({ label: _, ...parameter }: Parameter): string =>
  JSON.stringify(Object.entries(parameter).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/**
 * The parameters that a report of these documents is asked for by, in the order in which they come. One that two documents declare is asked for once, where both mean
 * the same; where they do not (`differing`, by their names), each document has what it says itself, and nobody is asked.
 */
export function parametersOf(documents: readonly unknown[]): {
  readonly asked: readonly Parameter[]
  readonly differing: readonly string[]
} {
  const found = new Map<string, Parameter>()
  const differing = new Set<string>()
  const own = new Set(ASKED_PARAMETERS.map(({ name }) => name))
  for (const document of documents)
    for (const parameter of figuresDocumentOf(document)?.params ?? []) {
      const { name } = parameter
      if (own.has(name)) continue
      const before = found.get(name)
      if (before && meaningOf(before) !== meaningOf(parameter)) differing.add(name)
      if (!before?.label) found.set(name, parameter)
    }
  return { asked: [...found.values()].filter(({ name }) => !differing.has(name)), differing: [...differing] }
}

/**
 * What the parameters of a report are asked for by.
 * @param readable Of each document, whether whoever is asked may read it
 */
export function askedOfReader(documents: readonly unknown[], readable: readonly boolean[]): AskedParameter[] {
  const withheld = new Set(
    documents.flatMap((document, at) => (readable[at] ? [] : (figuresDocumentOf(document)?.params ?? []).map(({ name }) => name))),
  )
  return parametersOf(documents).asked.map((parameter) => askedBy(parameter, !withheld.has(parameter.name)))
}

/**
 * What a parameter is asked for by: without the row that it means where none is given, which its reader need not see.
 * @param isReadable Whether they may read the documents that declare it; of others neither default nor options are told
 */
export function askedBy(
  { name, kind, many, required, default: own, label, options, to, dependsOn }: Parameter,
  isReadable = true,
): AskedParameter {
  return {
    name,
    kind,
    ...(many ? { many } : {}),
    ...(required && own === undefined ? { required } : {}),
    ...(own === undefined ? {} : kind === 'reference' || !isReadable ? { isPreset: true as const } : { default: own }),
    ...(label ? { label } : {}),
    ...(options && isReadable ? { options } : {}),
    ...(to === undefined ? {} : { to }),
    ...(to === undefined || dependsOn === undefined ? {} : { dependsOn }),
  }
}

type Depending = Pick<Parameter, 'name' | 'kind' | 'to' | 'dependsOn'>

/**
 * The parameter by which the choice of another one is narrowed: one above it, or the device or site that every report is asked by. Undefined where it depends on
 * none, or its rows belong to none of the rows of that.
 */
export function ownerOf<Asked extends Depending>({ kind, to, dependsOn }: Depending, all: readonly Asked[]): Asked | Parameter | undefined {
  if (kind !== 'reference' || to === undefined || dependsOn === undefined) return undefined
  const owner = ASKED_PARAMETERS.find(({ name }) => name === dependsOn) ?? all.find(({ name }) => name === dependsOn)
  return owner?.kind === 'reference' && owner.to !== undefined && wayBetween(to, owner.to) ? owner : undefined
}

/** The names of the parameters whose choice is narrowed by one of these, and by those that are narrowed by them. */
export function narrowedBy(parameters: readonly Depending[], names: Iterable<string>): ReadonlySet<string> {
  const above = new Set(names)
  const found = new Set<string>()
  // Each depends on one above it.
  for (const parameter of parameters) {
    const owner = ownerOf(parameter, parameters)
    if (!owner || !above.has(owner.name)) continue
    above.add(parameter.name)
    found.add(parameter.name)
  }
  return found
}
