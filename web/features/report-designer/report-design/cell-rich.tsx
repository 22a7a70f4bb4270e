/** The text of the chosen cell in parts that look otherwise: what each says, and how it looks. */
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import { Button, Input, InputNumber } from 'antd'
import type { TextRun } from '../../../../model/reports/template.ts'
import { MAX_RUN, MAX_RUNS } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { given } from '../../../shared/figures/draft.ts'
import type { ContentProps } from './content-props.ts'

const FACES = [
  ['bold', BoldOutlined],
  ['italic', ItalicOutlined],
] as const
/** As the template's schema has them (model/reports/template.ts). */
const [MIN_SIZE, MAX_SIZE] = [4, 72]

export default function CellRich({ id, rich, onChange }: Omit<ContentProps, 'cell'> & { readonly rich: readonly TextRun[] }) {
  const t = useT()
  const put = (next: readonly TextRun[], run?: string) => onChange({ rich: next }, run === undefined ? undefined : `rich ${run}`)
  const look = (at: number, more: { readonly [Key in keyof TextRun]?: TextRun[Key] | undefined }, run?: string) =>
    put(rich.with(at, given({ ...rich[at], ...more }) as TextRun), run && `${run} ${at}`)

  return (
    <div className="report-line">
      {rich.map((part, at) => (
        <div key={at} className="report-run" role="group" aria-label={t('report-design.rich-part', { at: at + 1 })}>
          <Input.TextArea
            aria-label={t('report-design.rich-text', { at: at + 1 })}
            autoSize={{ maxRows: 4 }}
            value={part.text}
            maxLength={MAX_RUN}
            onChange={({ target }) => look(at, { text: target.value }, 'text')}
          />
          <span className="report-picture-buttons">
            {FACES.map(([face, Icon]) => (
              <Button
                key={face}
                size="small"
                type={part[face] ? 'primary' : 'default'}
                icon={<Icon aria-hidden="true" />}
                aria-label={t(`report-design.${face}`)}
                title={t(`report-design.${face}`)}
                aria-pressed={part[face] ?? false}
                onClick={() => look(at, { [face]: part[face] ? undefined : true })}
              />
            ))}
            <InputNumber
              size="small"
              aria-label={t('report-design.font-size')}
              placeholder={t('report-design.font-size')}
              min={MIN_SIZE}
              max={MAX_SIZE}
              value={part.size ?? null}
              onChange={(size) => look(at, { size: size ?? undefined }, 'size')}
            />
            <input
              id={`${id}-rich-${at}-colour`}
              type="color"
              aria-label={t('report-design.colour')}
              value={part.colour ?? '#000000'}
              onChange={({ target }) => look(at, { colour: target.value }, 'colour')}
            />
            {part.colour !== undefined && (
              <Button
                size="small"
                type="text"
                aria-label={t('report-design.colour-none')}
                title={t('report-design.colour-none')}
                onClick={() => look(at, { colour: undefined })}
              >
                ×
              </Button>
            )}
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('report-design.rich-remove', { at: at + 1 })}
              disabled={rich.length < 2}
              onClick={() => put(rich.toSpliced(at, 1))}
            />
          </span>
        </div>
      ))}
      <span className="report-picture-buttons">
        <Button size="small" disabled={rich.length >= MAX_RUNS} onClick={() => put([...rich, { text: '' }])}>
          {t('report-design.rich-add')}
        </Button>
      </span>
    </div>
  )
}
