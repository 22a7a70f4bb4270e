/** Values for any field of any noun, made from the declaration alone, so that a new noun is asked without a line for it. */
import { randomBytes, randomInt } from 'node:crypto'
import type { Field } from '../../../../model/field.ts'
import { resourceNamed } from '../../../../model/index.ts'
import { limitsOf } from '../../../../model/messages.ts'
import type { Resource } from '../../../../model/resource.ts'
import { writableFields } from '../../../../model/resource.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'

/** Somebody signed in, who calls routes. */
export interface Asker {
  post(path: string, body?: unknown): Promise<{ http: number; data: unknown; message: string; errors?: unknown }>
}

/** The noun of this name; undefined where the model has none. */
export function nounNamed(name: string): Resource | undefined {
  return resourceNamed(name)
}

/** A new value a plain field accepts: the first of a word, an address, a number, a country code, a hash, a zone and the like that fits. */
export function valueOf(field: Field): string | number {
  if (field.kind === 'integer') return randomInt(limitsOf(field).min ?? 0, (limitsOf(field).max ?? 1000) + 1)
  if (field.kind === 'decimal') return randomInt(Math.ceil(limitsOf(field).min ?? 0), limitsOf(field).max ?? 1000)
  if (field.options) return field.options[0] as string | number
  const word = `w${randomBytes(4).toString('hex')}`
  const number = `139${String(randomInt(100_000_000)).padStart(8, '0')}`
  const moment = '2031-05-06 07:08:09'
  const candidates = [
    word,
    `${word}@example.com`,
    number,
    '86',
    randomBytes(16).toString('hex'),
    moment,
    '*',
    `https://${word}.example.com/callback`,
    `${word}=1`,
    `1=${word}`,
    'Pacific/Chatham',
    '07:30',
    '{"schema":1,"fields":[],"layout":[]}',
    `${word} = value`,
    '[]',
    '03-15',
  ]
  const fitting = candidates.find((value) => field.check.safeParse(value).success)
  if (fitting === undefined) throw new Error('no value is known for this field: teach server/features/tenant/isolation/values.ts its form')
  return fitting
}

/** Codes of regions, which the declaration does not tell from other texts; nobody needs to have one. */
export const PLACES: readonly string[] = ['provinceRegionCode', 'cityRegionCode']

/** A body that adds a row of `of`. What it points at is added first, through the same calls. */
export async function newValues(asker: Asker, of: Resource, changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = (await together[of.name]?.(asker, changes)) ?? {}
  for (const name of writableFields(of, 'add')) {
    if (PLACES.includes(name)) continue
    if (!(name in changes) && !(name in values)) values[name] = await valueFor(asker, of, name)
  }
  return withinRule(of, { ...values, ...changes }, Object.keys(changes))
}

/** Only what has a unit that can be converted is shown in another one, and nothing that has words for its values. */
async function pointTexts(_asker: Asker, changes: Record<string, unknown>): Promise<Record<string, unknown>> {
  return 'displayUnit' in changes ? { unit: changes['displayUnit'], stateTexts: '' } : { displayUnit: '' }
}

/** The unit of limits and of the points that they are about. */
export const UNIT = 'K'

/** A run is opened with a published limit set of its kind. */
async function publishedSet(asker: Asker, setKind: unknown): Promise<string> {
  const { id } = await addRow(asker, nounNamed('limit-sets') as Resource, { setKind })
  await addRow(asker, nounNamed('limit-items') as Resource, {
    limitSetId: id,
    itemMeasure: 'value',
    itemRole: 'ambient',
    minusRole: '',
    itemStage: '',
    unit: UNIT,
  })
  const { http, message } = await asker.post('/api/acquisition/limitset/publishLimitSet', { id })
  if (http !== 200) throw new Error(`a limit set could not be published: ${http} ${message}`)
  return id
}

/** A report that can be made by itself: a template of which a version is published. */
async function publishedTemplate(asker: Asker): Promise<string> {
  const named = { templateName: `w${randomBytes(4).toString('hex')}`, templateKind: 'other' }
  const begun = await asker.post('/api/report/template/importReportDesign', { ...named, content: EMPTY_TEMPLATE })
  const { id } = begun.data as { id: string }
  const { http, message } = await asker.post('/api/report/template/publishReportTemplate', { id, revision: 1 })
  if (http !== 200) throw new Error(`a report template could not be published: ${http} ${message}`)
  return id
}

/** Values that only fit each other, by the noun: of each that is given the others are made to fit, and left to whoever gives several. */
const together: Readonly<Record<string, (asker: Asker, changes: Record<string, unknown>) => Promise<Record<string, unknown>>>> = {
  // What is tried leads nowhere: nothing is sent.
  'alarm-channels': async (_asker, changes) =>
    'channelAddress' in changes ? {} : { channelAddress: `https://w${randomBytes(4).toString('hex')}.example.com/` },
  // It ends after it begins.
  mixes: async (_asker, changes) => ('validUntil' in changes ? { validFrom: '' } : { validUntil: '2032-01-01 00:00:00' }),
  calibrations: async (_asker, changes) =>
    'validUntil' in changes ? { validFrom: '2001-02-03 00:00:00' } : { validUntil: '2032-01-01 00:00:00' },
  faults: async (_asker, changes) => ('downTo' in changes ? { downFrom: '2001-02-03 00:00:00' } : { downTo: '2032-01-01 00:00:00' }),
  async runs(asker, changes) {
    const runKind = 'runKind' in changes ? changes['runKind'] : 'room'
    return 'limitSetId' in changes ? { runKind } : { runKind, limitSetId: await publishedSet(asker, runKind) }
  },
  // It is of a built-in report or of a template, and of chosen points where the report can be made of them; no report here has parameters.
  'report-schedules': async (asker, changes) => {
    const [hasPoints, isNamed] = ['pointId' in changes, 'reportCode' in changes || 'templateId' in changes]
    const points = { ...(hasPoints ? {} : { pointId: [] }), ...('reportParams' in changes ? {} : { reportParams: '' }) }
    if (hasPoints && !isNamed) return { reportCode: 'day-sheet', templateId: '', ...points }
    if ('templateId' in changes) return { reportCode: '', ...points }
    return 'reportCode' in changes
      ? { templateId: '', ...points }
      : { reportCode: '', templateId: await publishedTemplate(asker), ...points }
  },
  points: pointTexts,
  'type-points': pointTexts,
  // A rule watches a point that there is: the type has it, and the device was given it. The process that it starts is deployed, or none.
  async 'alarm-rules'(asker, changes) {
    if ('deviceId' in changes || 'deviceTypeId' in changes) return { processKey: '' }
    const typePoints = nounNamed('type-points') as Resource
    const { values: point } = await addRow(asker, typePoints, 'pointKey' in changes ? { pointKey: changes['pointKey'] } : {})
    const deviceTypeId = point['deviceTypeId']
    const { id: deviceId } = await addRow(asker, nounNamed('devices') as Resource, { deviceTypeId })
    return { deviceTypeId, deviceId, pointKey: point['pointKey'], processKey: '' }
  },
}

/** Two numbers may have to stand in an order: then others are tried. */
function withinRule(of: Resource, values: Record<string, unknown>, kept: readonly string[]): Record<string, unknown> {
  const numbers = writableFields(of, 'add').filter((name) => of.fields[name]?.kind === 'decimal' && !kept.includes(name))
  for (let tries = 0; tries < 100 && of.rule?.(values); tries += 1)
    for (const name of numbers) values[name] = valueOf(of.fields[name] as Field)
  return values
}

async function valueFor(asker: Asker, of: Resource, name: string): Promise<unknown> {
  const field = of.fields[name] as Field
  if (name === of.parent) return '0'
  const target = field.link && nounNamed(field.link.to)
  if (!target) return valueOf(field)
  // What points at its own noun is added beside one that points at none.
  const { id } = await addRow(asker, target, target === of ? { [name]: null } : {})
  return field.kind === 'references' ? [id] : id
}

export interface AddedRow {
  id: string
  values: Record<string, unknown>
}

/** The new row of the noun, as the caller was allowed to add it. @throws Error when the row is refused. */
export async function addRow(asker: Asker, of: Resource, changes: Record<string, unknown> = {}): Promise<AddedRow> {
  const values = await newValues(asker, of, changes)
  const { http, data, errors, message } = await asker.post(`/api${pathOf(of, 'add')}`, values)
  if (http !== 200) throw new Error(`${of.name} could not be added: ${http} ${JSON.stringify(errors ?? message)}`)
  return { id: (data as { id: string }).id, values }
}
