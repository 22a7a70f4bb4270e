/** The page sub-total of the chosen cell: of which cell, what is taken of it, and over which pages. */
import { Button, Select } from 'antd'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import type { Subtotal } from '../../../../model/reports/template.ts'
import { SUBTOTALS } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ContentProps } from './content-props.ts'
import { summable } from './state/drawn.ts'
import { useSheetState } from './store.ts'

const OVER = ['page', 'before', 'so-far'] as const

export default function CellSubtotal({ id, subtotal, onChange }: ContentProps & { readonly subtotal: Subtotal }) {
  const t = useT()
  const template = useSheetState((state) => state.template)
  const own = useSheetState(({ at }) => nameOfPlace(at))
  const change = (more: Partial<Subtotal>) => onChange({ subtotal: { ...subtotal, ...more } })
  const names = new Set([subtotal.of, ...summable(template).filter((name) => name !== own)])
  return (
    <div className="report-line">
      <h2>{t('report-design.subtotal-title')}</h2>
      <label htmlFor={`${id}-subtotal-of`}>
        {t('report-design.subtotal-of')}
        <Select
          id={`${id}-subtotal-of`}
          showSearch
          value={subtotal.of}
          options={[...names].map((value) => ({ value, label: value }))}
          onChange={(of: string) => change({ of })}
        />
      </label>
      <div className="report-pair">
        <label htmlFor={`${id}-subtotal-take`}>
          {t('report-design.aggregate')}
          <Select
            id={`${id}-subtotal-take`}
            value={subtotal.take}
            options={SUBTOTALS.map((value) => ({ value, label: t(`report-design.aggregate-${value}`) }))}
            onChange={(take: Subtotal['take']) => change({ take })}
          />
        </label>
        <label htmlFor={`${id}-subtotal-over`}>
          {t('report-design.subtotal-over')}
          <Select
            id={`${id}-subtotal-over`}
            value={subtotal.over}
            options={OVER.map((value) => ({ value, label: t(`report-design.subtotal-over-${value}`) }))}
            onChange={(over: Subtotal['over']) => change({ over })}
          />
        </label>
      </div>
      <Button size="small" onClick={() => onChange({ subtotal: undefined })}>
        {t('report-design.subtotal-remove')}
      </Button>
    </div>
  )
}
