/** Of the chosen cell: whether its text is a code or a check box, whether it is a diagonal head, and how many of its rows a page has. */
import { Input, InputNumber, Select, Switch } from 'antd'
import { Suspense } from 'react'
import { CODES, MAX_HEADING } from '../../../../model/reports/template.ts'
import type { TemplateCell } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { diagonalChange, hasContent, isFixed, richChange } from './state/cells.ts'

const CellRich = lazyWithPreload(() => import('./cell-rich.tsx'))

interface MoreProps {
  readonly id: string
  readonly cell: TemplateCell
  readonly onChange: (more: Partial<Record<keyof TemplateCell, unknown>>, run?: string) => void
}

export function CodeField({ id, cell, onChange }: MoreProps) {
  const t = useT()
  // A chart and a picture are no code, nor is a diagonal head or a text of several looks, and of an empty cell there is none.
  if (cell.chart || cell.diagonal || cell.rich || cell.picture !== undefined || !hasContent(cell)) return null
  const { check } = cell
  // Of a sub-total each page has another one, and a box is one for all.
  const ways = ['', ...CODES, ...(cell.subtotal ? [] : (['check'] as const))] as const
  return (
    <>
      <label htmlFor={`${id}-code`}>
        {t('report-design.code')}
        <Select
          id={`${id}-code`}
          value={check ? 'check' : (cell.code ?? '')}
          options={ways.map((value) => ({ value, label: t(`report-design.code-as-${value || 'text'}`) }))}
          onChange={(next: string) =>
            onChange(next === 'check' ? { code: undefined, check: {} } : { code: next || undefined, check: undefined })
          }
        />
      </label>
      {check && (
        <div className="report-line">
          <label htmlFor={`${id}-check`}>
            {t('report-design.check-label')}
            <Input
              id={`${id}-check`}
              value={check.label ?? ''}
              maxLength={MAX_HEADING}
              aria-describedby={`${id}-check-about`}
              onChange={({ target }) => onChange({ check: target.value ? { label: target.value } : {} }, 'check')}
            />
          </label>
          <small id={`${id}-check-about`} className="quiet">
            {t('report-design.check-about')}
          </small>
        </div>
      )}
    </>
  )
}

const HEADS = ['columns', 'rows'] as const

/** Whether a cell is of text or empty: what it says is given another form. */
const isOfText = (cell: TemplateCell | undefined) => !isFixed(cell) && cell?.field === undefined && cell?.formula === undefined

/** A cell of text, or an empty one, may have parts that look otherwise. */
export function RichFields({ id, cell, onChange }: Omit<MoreProps, 'cell'> & { readonly cell: TemplateCell | undefined }) {
  const t = useT()
  const { rich } = cell ?? {}
  if (!rich && !isOfText(cell)) return null
  return (
    <>
      <label htmlFor={`${id}-rich`}>
        {t('report-design.rich')}
        <span>
          <Switch id={`${id}-rich`} checked={rich !== undefined} onChange={(isRich) => onChange(richChange(cell, isRich))} />
        </span>
      </label>
      {rich && (
        <Suspense fallback={null}>
          <CellRich id={id} rich={rich} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

/** A cell of text, or an empty one, may be a diagonal head. */
export function DiagonalFields({ id, cell, onChange }: Omit<MoreProps, 'cell'> & { readonly cell: TemplateCell | undefined }) {
  const t = useT()
  const { diagonal } = cell ?? {}
  if (!diagonal && !isOfText(cell)) return null
  return (
    <>
      <label htmlFor={`${id}-diagonal`}>
        {t('report-design.diagonal')}
        <span>
          <Switch
            id={`${id}-diagonal`}
            checked={diagonal !== undefined}
            onChange={(isDiagonal) => onChange(diagonalChange(cell, isDiagonal))}
          />
        </span>
      </label>
      {diagonal && (
        <div className="report-pair">
          {HEADS.map((which) => (
            <label key={which} htmlFor={`${id}-diagonal-${which}`}>
              {t(`report-design.diagonal-${which}`)}
              <Input
                id={`${id}-diagonal-${which}`}
                value={diagonal[which]}
                maxLength={MAX_HEADING}
                onChange={({ target }) => onChange({ diagonal: { ...diagonal, [which]: target.value } }, `diagonal-${which}`)}
              />
            </label>
          ))}
        </div>
      )}
    </>
  )
}

/** Only rows are counted by the page. */
export function PageFields({ id, cell, onChange }: MoreProps) {
  const t = useT()
  if (cell.expand !== 'down') return null
  return (
    <div className="report-pair">
      <label htmlFor={`${id}-together`}>
        {t('report-design.together')}
        <span>
          <Switch
            id={`${id}-together`}
            checked={cell.together === true}
            onChange={(isTogether) => onChange({ together: isTogether || undefined })}
          />
        </span>
      </label>
      <span />
      <label htmlFor={`${id}-per-page`}>
        {t('report-design.per-page')}
        <InputNumber
          id={`${id}-per-page`}
          min={1}
          max={500}
          precision={0}
          value={cell.perPage ?? null}
          onChange={(perPage) => onChange(perPage === null ? { perPage: undefined, ...withoutPage(cell) } : { perPage }, 'per-page')}
        />
      </label>
      <label htmlFor={`${id}-whole-page`}>
        {t('report-design.fill-whole')}
        <span>
          <Switch
            id={`${id}-whole-page`}
            disabled={cell.perPage === undefined}
            checked={cell.fill === 'page'}
            onChange={(isWhole) => onChange({ fill: isWhole ? 'page' : undefined })}
          />
        </span>
      </label>
    </div>
  )
}

/** A page that is filled up needs to be told how much it has. */
const withoutPage = ({ fill }: TemplateCell) => (fill === 'page' ? { fill: undefined } : {})
