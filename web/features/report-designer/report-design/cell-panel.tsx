/** What the chosen cell says beyond its content: how it repeats, what is taken of its field, how it is written, and what marks it. */
import { AutoComplete, InputNumber, Select } from 'antd'
import { Suspense, useId, useState } from 'react'
import { FORMAT } from '../../../../model/reports/formats.ts'
import { FUNCTIONS } from '../../../../model/reports/formula.ts'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import type { TemplateCell } from '../../../../model/reports/template.ts'
import { AGGREGATES, EXPANDING } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { CellContents } from './cell-contents.tsx'
import { CodeField, DiagonalFields, PageFields, RichFields } from './cell-more.tsx'
import { Rules } from './cell-rules.tsx'
import { parentsIn } from './parents.ts'
import { PictureField } from './picture-field.tsx'
import { aggregateChange } from './state/cells.ts'
import { changeCell, resize } from './state/edits.ts'
import { columnsOfSets, setOf } from './state/drawn.ts'
import { activeCell, useSheet, useSheetState } from './store.ts'
import { useColumnNames } from './use-column-names.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const RowRules = lazyWithPreload(() => import('./row-rules.tsx'))
const CellSegments = lazyWithPreload(() => import('./cell-segments.tsx'))

const FORMATS = ['0', '0.0', '0.00', '#,##0', '#,##0.00', '0%', '0.0%', 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm', 'MM-dd', 'HH:mm', 'yyyy年M月d日']
const COUNTED = AGGREGATES.filter((one) => !EXPANDING.some((each) => each === one))

export function CellPanel({ announce }: { announce: (text: string) => void }) {
  const t = useT()
  const id = useId()
  const sheet = useSheet()
  const template = useSheetState((state) => state.template)
  const at = useSheetState((state) => state.at)
  const cell = useSheetState(activeCell)
  const change = (more: Partial<Record<keyof TemplateCell, unknown>>, run?: string) =>
    sheet.change((made, _area, place) => changeCell(made, place, more), run)
  const parents = parentsIn(template, nameOfPlace(at))
  const nameOf = useColumnNames()
  const set = cell?.field === undefined ? undefined : setOf(cell.field)
  const columns = columnsOfSets(template)
    .filter(({ field }) => setOf(field) === set)
    .flatMap(({ field, shown }) => [field, ...(shown === undefined ? [] : [shown])])
    .map((value) => ({ value, label: nameOf(value) }))
  const auto = { value: '', label: t('report-design.parent-auto') }
  const none = { value: 'none', label: t('report-design.parent-none') }
  const others = (direction: 'down' | 'right') =>
    Object.entries(template.cells)
      .filter(([name, other]) => name !== nameOfPlace(at) && (other.expand === undefined || other.expand === direction))
      .map(([name]) => ({ value: name, label: name }))

  return (
    <div className="report-panel">
      {cell?.field !== undefined && (
        <>
          <label htmlFor={`${id}-expand`}>
            {t('report-design.expand')}
            <Select
              id={`${id}-expand`}
              value={cell.expand ?? ''}
              options={(['', 'down', 'right'] as const).map((value) => ({ value, label: t(`report-design.expand-${value || 'not'}`) }))}
              onChange={(next: string) =>
                change(
                  next === ''
                    ? {
                        expand: undefined,
                        aggregate: undefined,
                        segments: undefined,
                        sort: undefined,
                        most: undefined,
                        fill: undefined,
                        perPage: undefined,
                        together: undefined,
                      }
                    : {
                        expand: next,
                        aggregate: undefined,
                        segments: undefined,
                        // Only rows are counted by the page.
                        ...(next === 'right'
                          ? { perPage: undefined, together: undefined, fill: cell.fill === 'page' ? undefined : cell.fill }
                          : {}),
                      },
                )
              }
            />
          </label>
          <label htmlFor={`${id}-aggregate`}>
            {t('report-design.aggregate')}
            <Select
              id={`${id}-aggregate`}
              value={cell.aggregate ?? (cell.expand ? 'group' : '')}
              options={[
                ...(cell.expand ? [] : [{ value: '', label: t('report-design.aggregate-usual') }]),
                ...(cell.expand ? EXPANDING : COUNTED).map((value) => ({ value, label: t(`report-design.aggregate-${value}`) })),
              ]}
              onChange={(next: string) => change(aggregateChange(next))}
            />
          </label>
          {cell.segments && (
            <Suspense fallback={null}>
              <CellSegments id={id} segments={cell.segments} onChange={change} />
            </Suspense>
          )}
          <label htmlFor={`${id}-show`}>
            {t('report-design.show')}
            <Select
              id={`${id}-show`}
              disabled={cell.segments !== undefined}
              value={cell.show ?? ''}
              options={[{ value: '', label: t('report-design.show-itself') }, ...columns]}
              onChange={(next: string) => change({ show: next || undefined })}
            />
          </label>
        </>
      )}
      {cell?.expand && (
        <>
          <label htmlFor={`${id}-sort`}>
            {t('report-design.sort')}
            <Select
              id={`${id}-sort`}
              disabled={cell.aggregate === 'neighbours'}
              value={cell.sort ?? ''}
              options={(['', 'ascend', 'descend'] as const).map((value) => ({ value, label: t(`report-design.sort-${value || 'not'}`) }))}
              onChange={(next: string) => change({ sort: next || undefined })}
            />
          </label>
          <div className="report-pair">
            <label htmlFor={`${id}-most`}>
              {t('report-design.most')}
              <InputNumber
                id={`${id}-most`}
                min={1}
                max={50_000}
                precision={0}
                value={cell.most ?? null}
                onChange={(most) => change({ most: most ?? undefined }, 'most')}
              />
            </label>
            <label htmlFor={`${id}-fill`}>
              {t('report-design.fill-up')}
              <InputNumber
                id={`${id}-fill`}
                min={1}
                max={500}
                precision={0}
                value={typeof cell.fill === 'number' ? cell.fill : null}
                placeholder={cell.fill === 'page' ? t('report-design.fill-page') : ''}
                onChange={(fill) => change({ fill: fill ?? undefined }, 'fill')}
              />
            </label>
          </div>
        </>
      )}
      {cell && <PageFields id={id} cell={cell} onChange={change} />}
      <PictureField id={id} announce={announce} />
      <CellContents id={id} onChange={change} />
      {cell && <CodeField id={id} cell={cell} onChange={change} />}
      <RichFields id={id} cell={cell} onChange={change} />
      <DiagonalFields id={id} cell={cell} onChange={change} />
      {cell && (
        <div className="report-pair">
          {(['left', 'top'] as const).map((parent) => {
            const found = parents.find(({ direction }) => (direction === 'down') === (parent === 'left'))
            return (
              <label key={parent} htmlFor={`${id}-${parent}`}>
                {t(`report-design.${parent}`)}
                <Select
                  id={`${id}-${parent}`}
                  value={cell[parent] ?? ''}
                  showSearch
                  options={[
                    found && cell[parent] === undefined ? { ...auto, label: t('report-design.parent-found', { cell: found.name }) } : auto,
                    none,
                    ...others(parent === 'left' ? 'down' : 'right'),
                  ]}
                  onChange={(next: string) => change({ [parent]: next || undefined })}
                />
              </label>
            )
          })}
        </div>
      )}
      <Format key={nameOfPlace(at)} id={`${id}-format`} value={cell?.format} onChange={(format) => change({ format })} />
      <div className="report-pair">
        <label htmlFor={`${id}-width`}>
          {t('report-design.width')}
          <InputNumber
            id={`${id}-width`}
            min={4}
            max={1000}
            value={template.columns[at.column] ?? null}
            onChange={(size) =>
              size !== null && sheet.change((made, { from, to }) => resize(made, 'column', from.column, to.column, size), 'width')
            }
          />
        </label>
        <label htmlFor={`${id}-height`}>
          {t('report-design.height')}
          <InputNumber
            id={`${id}-height`}
            min={4}
            max={500}
            value={template.rows[at.row] ?? null}
            onChange={(size) =>
              size !== null && sheet.change((made, { from, to }) => resize(made, 'row', from.row, to.row, size), 'height')
            }
          />
        </label>
      </div>
      {cell && <Rules />}
      <Suspense fallback={null}>
        <RowRules />
      </Suspense>
      <details>
        <summary>{t('report-design.functions')}</summary>
        <p>{FUNCTIONS.join(', ')}</p>
      </details>
    </div>
  )
}

function Format({ id, value, onChange }: { id: string; value: string | undefined; onChange: (value: string | undefined) => void }) {
  const t = useT()
  const [typed, setTyped] = useState(value ?? '')
  const isWrong = typed !== '' && !FORMAT.safeParse(typed).success
  return (
    <label htmlFor={id}>
      {t('report-design.format')}
      <AutoComplete
        id={id}
        value={typed}
        status={isWrong ? 'error' : ''}
        placeholder={t('report-design.format-usual')}
        options={FORMATS.map((one) => ({ value: one }))}
        onChange={(next: string | undefined) => {
          const format = next ?? ''
          setTyped(format)
          if (format === '') onChange(undefined)
          else if (FORMAT.safeParse(format).success) onChange(format)
        }}
      />
    </label>
  )
}
