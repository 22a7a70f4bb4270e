/** The segments of numbers that the chosen cell expands to: where each ends, and what it is called. */
import { Button, Input, InputNumber } from 'antd'
import type { Segment } from '../../../../model/reports/template.ts'
import { MAX_SEGMENTS } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { given } from '../../../shared/figures/draft.ts'
import type { ContentProps } from './content-props.ts'
import { Line } from './mark-line.tsx'

/** As the template's schema has them (model/reports/template.ts). */
const [MAX_NAME, MAX_AMOUNT] = [100, 1e15]

export default function CellSegments({ id, segments, onChange }: Omit<ContentProps, 'cell'> & { readonly segments: readonly Segment[] }) {
  const t = useT()
  const put = (next: readonly Segment[], run?: string) => onChange({ segments: next }, run === undefined ? undefined : `segments ${run}`)
  const last = segments.length - 1
  const above = (segments[last - 1]?.below ?? 0) + 10

  return (
    <div className="report-line" role="group" aria-labelledby={`${id}-segments`}>
      <h2 id={`${id}-segments`}>{t('report-design.segments')}</h2>
      {segments.map((segment, at) => (
        <Line
          key={at}
          remove={t('report-design.segment-remove', { at: at + 1 })}
          onRemove={at < last && last > 1 ? () => put(segments.toSpliced(at, 1)) : undefined}
        >
          {at === last ? (
            <span>{t('report-design.segment-rest')}</span>
          ) : (
            <InputNumber
              aria-label={t('report-design.segment-below', { at: at + 1 })}
              prefix="&lt;"
              min={-MAX_AMOUNT}
              max={MAX_AMOUNT}
              value={segment.below ?? null}
              onChange={(below) => below !== null && put(segments.with(at, { ...segment, below }), `below ${at}`)}
            />
          )}
          <Input
            aria-label={t('report-design.segment-name', { at: at + 1 })}
            placeholder={t('report-design.chart-name')}
            value={segment.name ?? ''}
            maxLength={MAX_NAME}
            onChange={({ target }) =>
              put(segments.with(at, given({ below: segment.below, name: target.value || undefined }) as Segment), `name ${at}`)
            }
          />
        </Line>
      ))}
      <span className="report-picture-buttons">
        <Button size="small" disabled={segments.length >= MAX_SEGMENTS} onClick={() => put(segments.toSpliced(last, 0, { below: above }))}>
          {t('report-design.segment-add')}
        </Button>
      </span>
      <small className="quiet">{t('report-design.segments-about')}</small>
    </div>
  )
}
