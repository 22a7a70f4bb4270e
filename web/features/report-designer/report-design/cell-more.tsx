/** Of the chosen cell: whether its text is a code, whether it is a diagonal head, and how many of its rows a page has. */
import { Input, InputNumber, Select, Switch } from 'antd'
import { CODES, MAX_HEADING } from '../../../../model/reports/template.ts'
import type { TemplateCell } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { diagonalChange, hasContent, isFixed } from './state/cells.ts'

interface MoreProps {
  readonly id: string
  readonly cell: TemplateCell
  readonly onChange: (more: Partial<Record<keyof TemplateCell, unknown>>, run?: string) => void
}

export function CodeField({ id, cell, onChange }: MoreProps) {
  const t = useT()
  // A chart and a picture are no code, nor is a diagonal head, and of an empty cell there is none.
  if (cell.chart || cell.diagonal || cell.picture !== undefined || !hasContent(cell)) return null
  return (
    <label htmlFor={`${id}-code`}>
      {t('report-design.code')}
      <Select
        id={`${id}-code`}
        value={cell.code ?? ''}
        options={(['', ...CODES] as const).map((value) => ({ value, label: t(`report-design.code-as-${value || 'text'}`) }))}
        onChange={(next: string) => onChange({ code: next || undefined })}
      />
    </label>
  )
}

const HEADS = ['columns', 'rows'] as const

/** A cell of text, or an empty one, may be a diagonal head. */
export function DiagonalFields({ id, cell, onChange }: Omit<MoreProps, 'cell'> & { readonly cell: TemplateCell | undefined }) {
  const t = useT()
  const { diagonal } = cell ?? {}
  if (!diagonal && (isFixed(cell) || cell?.field !== undefined || cell?.formula !== undefined)) return null
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
