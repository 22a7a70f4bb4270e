/** Columns of data as cells: what a field is called, and how it is put onto the sheet. */
import { figuresDocumentOf } from '../../../../../model/figures/document.ts'
import type { Place } from '../../../../../model/reports/places.ts'
import { nameOfPlace } from '../../../../../model/reports/places.ts'
import { columnsOf } from '../../../../../model/reports/draft.ts'
import type { ReportTemplate } from '../../../../../model/reports/template.ts'
import { given } from '../../../../shared/figures/draft.ts'
import { typeInto } from './edits.ts'

/** What a dragged field is told as. */
export const FIELD_TYPE = 'application/x-report-field'

export interface SetField {
  /** As cells name it: `room.time`. */
  readonly field: string
  readonly name: string
  readonly is: 'dimension' | 'measure'
  /** The column that is shown in place of an id. */
  readonly shown?: string
  readonly isTime: boolean
}

/** The columns of a set that cells can show; none of one that is withheld. */
export function fieldsOf(set: string, document: object): SetField[] {
  const { dimensions = [], measures = [] } = figuresDocumentOf(document) ?? {}
  const known = new Set(columnsOf(document) ?? [])
  return [
    ...dimensions.map(({ field, as, bucket }): SetField => {
      const name = as ?? field
      // A reference has the name of its row beside it.
      return {
        field: `${set}.${name}`,
        name,
        is: 'dimension',
        isTime: bucket !== undefined,
        ...(isReference(field) ? { shown: `${set}.${name}Cn` } : {}),
      }
    }),
    ...measures.map(({ as }): SetField => ({ field: `${set}.${as}`, name: as, is: 'measure', isTime: false })),
  ].filter(({ name }) => known.has(name))
}

const isReference = (field: string) => /Id$/.test(field)

/** The template with a field in a cell: one that is grouped by repeats downwards, a measure stands beside it. */
export function putField(template: ReportTemplate, place: Place, field: string): ReportTemplate {
  const set = field.slice(0, field.indexOf('.'))
  const found = fieldsOf(set, template.sets[set]?.document ?? {}).find((one) => one.field === field)
  const typed = typeInto(template, place, `=${field}`)
  const name = nameOfPlace(place)
  const cell = typed.cells[name]
  if (typed === template || found?.is !== 'dimension' || !cell) return typed
  const more = given({
    expand: cell.expand ?? ('down' as const),
    show: found.shown,
    format: cell.format ?? (found.isTime ? 'yyyy-MM-dd HH:mm' : undefined),
  })
  return { ...typed, cells: { ...typed.cells, [name]: { ...cell, ...more } } }
}
