/**
 * What the columns of a file with readings mean, told by their headings in any of our languages or as programs spell them. Either
 * each row is one value (device, point, time, value), or a row has the values of one moment, a column for each point.
 */
import type { LabelKey, Translate } from '../../../../../model/labels/index.ts'
import { languages } from '../../../../../model/labels/index.ts'
import type { Field } from '../../../../../model/field.ts'
import { points } from '../../../../../model/index.ts'
import { plain } from '../../../../exchange/index.ts'
import { translatorFor } from '../../../../kernel/http/language.ts'
import type { View } from '../../../../kernel/authorization/view.ts'

/** In the order in which a template has them. */
export const roles = ['device', 'point', 'pointName', 'time', 'value', 'quality', 'reason', 'unit', 'earlier'] as const
export type Role = (typeof roles)[number]

/** The labels that exports write, and the words of loggers and other programs. */
const words: Readonly<Record<Role, { readonly label: LabelKey; readonly others: readonly string[] }>> = {
  device: {
    label: 'field.points.deviceId',
    others: ['device', 'device code', 'devicecode', 'deviceid', '设备', '设备编码', '裝置', '裝置代碼'],
  },
  point: { label: 'field.points.pointKey', others: ['key', 'point', 'point key', 'pointkey', 'tag', '测点', '測點'] },
  pointName: { label: 'field.points.pointName', others: ['point name', 'pointname'] },
  time: {
    label: 'trends.time',
    others: ['time', 'timestamp', 'ts', 'date', 'datetime', 'date time', '日期', '日期时间', '采集时间', '日期時間', '採集時間'],
  },
  value: { label: 'readings.value', others: ['value', '值'] },
  quality: { label: 'readings.quality', others: ['quality'] },
  reason: { label: 'readings.reason', others: ['reason'] },
  unit: { label: 'field.points.unit', others: ['unit'] },
  earlier: { label: 'readings.earlier', others: [] },
}

/** The key of the text that names a column with this role. */
export const labelOf = (role: Role): LabelKey => words[role].label

export interface Columns {
  readonly headings: readonly string[]
  readonly at: Readonly<Partial<Record<Role, number>>>
  /** Columns of a file with one moment a row: whatever no other meaning is known for. */
  readonly points: readonly number[]
  readonly unknown: readonly string[]
  readonly ignored: readonly string[]
}

/** Whether people of this view are told of what the word stands for; to others it is a word like any. */
function isKnown(role: Role, view: View): boolean {
  const { link } = points.fields.deviceId as Field
  switch (role) {
    case 'device':
      return view.sees('deviceId') && link !== undefined && view.names(link)
    case 'point':
      return view.sees('pointKey')
    case 'pointName':
      return view.sees('pointName')
    default:
      return true
  }
}

/** What the columns of a row of headings are; nothing where none is the time: then this is no row of headings. */
export function columnsOf(cells: readonly string[], view: View, t: Translate): Columns | undefined {
  const known = meanings(view, t)
  const at: Partial<Record<Role, number>> = {}
  const others: number[] = []
  cells.forEach((cell, column) => {
    const role = known.get(plain(cell))
    if (role !== undefined && at[role] === undefined) at[role] = column
    else if (plain(cell) !== '') others.push(column)
  })
  if (at.time === undefined) return undefined
  const isLong = at.value !== undefined && (at.point !== undefined || at.pointName !== undefined)
  const headings = cells.map((cell) => cell.trim())
  const named = (columns: readonly number[]) => columns.map((column) => headings[column] as string)
  // What stood there before a correction does so no longer. A unit is that of the values of its row, and of a row without any of nothing.
  const isUnitRead = isLong && view.sees('unit')
  const ignored = named([isUnitRead ? undefined : at.unit, at.earlier].filter((column) => column !== undefined))
  if (isLong) return { headings, at, points: [], unknown: named(others), ignored }
  // A point may be called "value", and a file of one moment a row has no other use for these words.
  const more = (['point', 'pointName', 'value', 'quality', 'reason', 'earlier'] as const).flatMap((role) => at[role] ?? [])
  return {
    headings,
    at: { time: at.time, ...(at.device === undefined ? {} : { device: at.device }) },
    points: [...others, ...more].sort((one, other) => one - other),
    unknown: [],
    ignored,
  }
}

function meanings(view: View, t: Translate): Map<string, Role> {
  const known = new Map<string, Role>()
  const learn = (word: string, role: Role) => {
    if (!known.has(plain(word))) known.set(plain(word), role)
  }
  const seen = roles.filter((role) => isKnown(role, view))
  for (const role of seen) learn(t(words[role].label), role)
  for (const role of seen) for (const word of words[role].others) learn(word, role)
  for (const language of languages) for (const role of seen) learn(translatorFor(language)(words[role].label), role)
  return known
}
