/**
 * Of every subject of figures: a field that a role hides is as unknown as one that there is none of, wherever a document names it, in the subject itself and where a
 * reference leads to it. One role hides one field; what whoever sees it is answered shows that the document was not at fault.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { needsLimit } from '../../../../model/figures/reading-measures.ts'
import type { FigureAnswer, FigureSubject } from '../../../../model/contract/report/figure.ts'
import { queryRoundDetail } from '../../../../model/contract/maintenance/rounds.ts'
import { resources } from '../../../../model/index.ts'
import { DISCLOSED_WITH_STOPS } from '../../../../model/maintenance/rounds.ts'
import type { Resource } from '../../../../model/resource.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { POSITIONS } from '../../../../tests/support/figure-positions.ts'
import { QUERY_FIGURE, furnishDevices } from '../../../../tests/support/figures.ts'
import { hiderOf, hiding } from '../../../../tests/support/hiding.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { amount, sampleOf } from '../../../../tests/support/thorough.ts'

const SUBJECTS = '/api/report/figure/querySubject'
/** Subjects that one run asks about, and fields of each. */
const MAX_SUBJECTS = amount({ quick: 10, ci: 1000, touched: 1000, thorough: 1000 })
const MAX_FIELDS = amount({ quick: 1, ci: 1, touched: 3, thorough: 1000 })
/** Those that are no nouns, by the noun whose fields they have. */
const NOUN_OF: Readonly<Record<string, string>> = {
  readings: 'points',
  'alarm-events': 'alarms',
  'run-verdicts': 'runs',
  'round-results': 'rounds',
}
/** Fields without which there is nothing that their subject may tell. */
const GONE_WITH = [
  'readings.newestValue',
  'readings.newestQuality',
  'run-verdicts.runVerdict',
  'run-verdicts.runCoverage',
  'run-verdicts.revisedAt',
  ...DISCLOSED_WITH_STOPS.map((field) => `round-results.${field}`),
]
const NOTHING = 'nothing'

const nouns = Object.values<Resource>(resources).filter(({ scope }) => scope !== 'platform')
/** Every list, and what a subject or a field takes besides: nothing is hidden but by the role. */
const reading = [
  '/report/figure/*',
  '/acquisition/*',
  queryRoundDetail.path,
  ...nouns.flatMap((of) => [
    `${of.api.base}/query${of.api.noun}`,
    ...Object.values(of.fields).flatMap(({ disclosedBy }) => disclosedBy ?? []),
  ]),
]
const nounOf = (subject: string): Resource => nouns.find(({ name }) => name === (NOUN_OF[subject] ?? subject)) ?? expect.fail(subject)

let server: TestServer
let subjects: FigureSubject[]
let asked: { readonly subject: FigureSubject; readonly of: Resource; readonly field: string }[]
let admin: Client
let hider: Client
beforeAll(async () => {
  server = await sharedServer()
  const first = await buildTenant(server)
  subjects = (await (await first.signIn('admin')).get<{ list: FigureSubject[] }>(SUBJECTS)).data.list
  asked = sampleOf('subjects of figures', subjects, MAX_SUBJECTS).flatMap((subject) => {
    const of = nounOf(subject.subject)
    const own = subject.fields.map(({ field }) => field).filter((field) => Object.hasOwn(of.fields, field))
    return sampleOf(`figures of ${subject.subject}`, own, MAX_FIELDS).map((field) => ({ subject, of, field }))
  })
  const roles = new Map(asked.map(({ of, field }) => [hiderOf(of, field), hiding(of, field, reading)]))
  const tenant = await buildTenant(server, {
    roles: [...roles.values()],
    users: [buildUser({ username: 'hider', roles: [...roles.keys()] })],
  })
  await furnishDevices(server, tenant)
  admin = await tenant.signIn('admin')
  hider = await tenant.signIn('hider')
}, 120_000)
afterAll(() => server.stop())

type Answered = FigureAnswer | { readonly error: object }

const documentOf = ({ subject, measures }: FigureSubject, more: object) => ({
  format: 1,
  subject,
  ...(subject === 'readings' ? { time: { range: 'today' } } : {}),
  measures: [{ as: 'n', of: measures[0] ?? 'count', ...(needsLimit(measures[0] ?? 'count') ? { limit: 1 } : {}) }],
  ...more,
})

/** What is answered to a field at each position, with the same word in its place. */
async function answersTo(
  who: Client,
  headers: Record<string, string>,
  subject: FigureSubject,
  field: string,
  beside: string,
  word: string,
) {
  const figures = Object.values(POSITIONS).map((at) => ({ document: documentOf(subject, at(field, beside)) }))
  const { http, data, message } = await who.post<{ list: Answered[] }>(QUERY_FIGURE, { figures }, headers)
  expect(http, message).toBe(200)
  // When it was asked is no difference, and words of a sentence that are also the name of the field are none either.
  return data.list.map((each) =>
    JSON.stringify('error' in each ? each : { ...each, asOf: 0, coverage: each.coverage && 0 })
      .replaceAll(field.split('.').at(-1) ?? field, '§')
      .replaceAll(word, '§'),
  )
}

it('there are subjects of all kinds', () => {
  expect(subjects.length).toBeGreaterThan(30)
  expect(subjects.map(({ subject }) => subject)).toEqual(expect.arrayContaining(Object.keys(NOUN_OF)))
  // Of each that is asked about there is a field at the least.
  expect(new Set(asked.map(({ subject }) => subject)).size).toBe(Math.min(MAX_SUBJECTS, subjects.length))
})

it('none tells a hidden field from one that there is none of', async () => {
  for (const { subject, of, field } of asked) {
    const headers = { rolecode: hiderOf(of, field) }
    const name = `${subject.subject}.${field}`
    const offered = (await hider.get<{ list: FigureSubject[] }>(SUBJECTS, {}, headers)).data.list
    const theirs = offered.find((each) => each.subject === subject.subject)
    if (!theirs) {
      // Of whoever is told no value of points, no verdict of runs, or not all of a round, there is no such subject at all.
      expect(GONE_WITH).toContain(name)
      const documents = [subject.subject, NOTHING].map((one) => ({ document: { ...documentOf(subject, {}), subject: one } }))
      const { data } = await hider.post<{ list: Answered[] }>(QUERY_FIGURE, { figures: documents }, headers)
      const [own, unknown] = data.list.map((each) => JSON.stringify(each).replaceAll(subject.subject, '§').replaceAll(NOTHING, '§'))
      expect(own).toContain('"error"')
      expect(own).toBe(unknown)
      continue
    }
    expect(
      theirs.fields.map((each) => each.field),
      name,
    ).not.toContain(field)
    const beside = theirs.fields.find(({ isDimension, kind }) => isDimension && kind !== 'time')?.field ?? 'n'
    const ask = (path: string, word: string, at = theirs) => answersTo(hider, headers, at, path, beside, word)
    expect(await ask(field, NOTHING), name).toEqual(await ask(NOTHING, field))
    // Whoever sees it is told something else at one of the positions at least.
    const seen = await answersTo(admin, {}, subject, field, beside, NOTHING)
    expect(
      seen.some((each) => !each.includes('"error"') && each.includes('"omitted":[]')),
      name,
    ).toBe(true)
    // Led to by a reference of another subject, or of the same.
    const from = offered.find(({ joins }) => joins.some((join) => join.subject === of.name))
    const step = from?.joins.find((join) => join.subject === of.name)?.step
    if (from && step !== undefined)
      expect(await ask(`${step}.${field}`, NOTHING, from), `${from.subject}.${step}.${field}`).toEqual(
        await ask(`${step}.${NOTHING}`, field, from),
      )
  }
}, 300_000)
