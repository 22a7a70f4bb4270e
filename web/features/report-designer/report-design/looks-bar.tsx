/** The looks of the chosen cells, merging, and rows and columns. */
import AlignCenterOutlined from '@ant-design/icons/es/icons/AlignCenterOutlined'
import AlignLeftOutlined from '@ant-design/icons/es/icons/AlignLeftOutlined'
import AlignRightOutlined from '@ant-design/icons/es/icons/AlignRightOutlined'
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import { Button, Dropdown, Select } from 'antd'
import { useId } from 'react'
import type { Area } from '../../../../model/reports/places.ts'
import type { ReportTemplate, Style } from '../../../../model/reports/template.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { Line } from './state/edits.ts'
import { border, contentsIn, insert, mayInsert, mayRemove, merge, remove, restyle, styleOf, unmerge } from './state/edits.ts'
import { chosenIn } from './state/history.ts'
import { mergesOf, nameOfArea } from './state/cells.ts'
import type { Brush } from './use-brush.ts'
import { useSheet, useSheetState } from './store.ts'

const SIZES = [7, 8, 8.5, 9, 10, 10.5, 11, 12, 14, 16, 18, 20, 22, 24, 28, 36, 48]
const USUAL = 9
const ALIGNMENTS = [
  ['left', AlignLeftOutlined],
  ['center', AlignCenterOutlined],
  ['right', AlignRightOutlined],
] as const
const VERTICAL = ['top', 'middle', 'bottom'] as const

type Change = (template: ReportTemplate, area: Area) => ReportTemplate

type Limit = (template: ReportTemplate, line: Line, count: number) => boolean

/** As many lines as are chosen: what is done to them, and whether it can be. */
const LINES: readonly (readonly [LabelKey, Line, Limit, Change])[] = [
  ['report-design.row-above', 'row', mayInsert, (made, area) => insert(made, 'row', area.from.row, countOf(area, 'row'))],
  ['report-design.row-below', 'row', mayInsert, (made, area) => insert(made, 'row', area.to.row + 1, countOf(area, 'row'))],
  ['report-design.column-before', 'column', mayInsert, (made, area) => insert(made, 'column', area.from.column, countOf(area, 'column'))],
  ['report-design.column-after', 'column', mayInsert, (made, area) => insert(made, 'column', area.to.column + 1, countOf(area, 'column'))],
  ['report-design.rows-remove', 'row', mayRemove, (made, { from, to }) => remove(made, 'row', from.row, to.row)],
  ['report-design.columns-remove', 'column', mayRemove, (made, { from, to }) => remove(made, 'column', from.column, to.column)],
]

const countOf = ({ from, to }: Area, line: Line): number => to[line] - from[line] + 1

export function LooksBar({ brush }: { brush: Brush }) {
  const t = useT()
  const { change, store } = useSheet()
  const style = useSheetState(({ template, at }) => styleOf(template, at))
  const isMerged = useSheetState((state) => mergesOf(state.template).some((area) => nameOfArea(area) === nameOfArea(chosenIn(state))))
  const isOne = useSheetState((state) => nameOfArea(chosenIn(state)).includes(':') === false)
  const fits = useSheetState((state) =>
    LINES.map(([, line, may]) => (may(state.template, line, countOf(chosenIn(state), line)) ? '1' : '')).join(','),
  ).split(',')
  const [, size, weight] = style.font ?? ['sc', USUAL]
  const look = (made: (before: Style) => Style, run?: string) => change((template, area) => restyle(template, area, made), run)
  const toggled = (pressed: boolean) => ({ type: pressed ? ('primary' as const) : ('default' as const), 'aria-pressed': pressed })

  async function mergeCells(): Promise<void> {
    const before = store.getState()
    const isSure =
      contentsIn(before.template, chosenIn(before)) < 2 ||
      (await confirm({
        title: t('report-design.merge-title', { cells: nameOfArea(chosenIn(before)) }),
        text: t('report-design.merge-about'),
        ok: t('report-design.merge'),
        cancel: t('common.cancel'),
      }))
    if (isSure) change((template) => merge(template, chosenIn(before)))
  }

  return (
    <div className="report-looks" role="toolbar" aria-label={t('report-design.looks')}>
      <Button
        size="small"
        icon={<FormatPainterOutlined aria-hidden="true" />}
        aria-label={t('report-design.brush')}
        title={`${t('report-design.brush')} (Ctrl+Alt+C, Ctrl+Alt+V)`}
        {...toggled(brush.isHeld)}
        onClick={brush.toggle}
      />
      <Select
        size="small"
        aria-label={t('report-design.font-size')}
        value={size}
        options={[...new Set([...SIZES, size])].toSorted((one, other) => one - other).map((value) => ({ value, label: String(value) }))}
        popupMatchSelectWidth={false}
        onChange={(next: number) => look((before) => ({ ...before, font: before.font?.[2] ? ['sc', next, 'bold'] : ['sc', next] }))}
      />
      <Button
        size="small"
        icon={<BoldOutlined aria-hidden="true" />}
        aria-label={t('report-design.bold')}
        title={`${t('report-design.bold')} (Ctrl+B)`}
        {...toggled(weight === 'bold')}
        onClick={() =>
          look((before) => ({
            ...before,
            font: weight === 'bold' ? ['sc', before.font?.[1] ?? USUAL] : ['sc', before.font?.[1] ?? USUAL, 'bold'],
          }))
        }
      />
      {ALIGNMENTS.map(([align, Icon]) => (
        <Button
          key={align}
          size="small"
          icon={<Icon aria-hidden="true" />}
          aria-label={t(`report-design.align-${align}`)}
          title={t(`report-design.align-${align}`)}
          {...toggled(style.align === align)}
          onClick={() => look(({ align: before, ...rest }) => (before === align ? rest : { ...rest, align }))}
        />
      ))}
      <Select
        size="small"
        aria-label={t('report-design.vertical')}
        value={style.vertical ?? 'middle'}
        options={VERTICAL.map((value) => ({ value, label: t(`report-design.vertical-${value}`) }))}
        popupMatchSelectWidth={false}
        onChange={(next: (typeof VERTICAL)[number]) =>
          look(({ vertical: _before, ...rest }) => (next === 'middle' ? rest : { ...rest, vertical: next }))
        }
      />
      <Button
        size="small"
        {...toggled(style.wrap ?? false)}
        onClick={() => look(({ wrap, ...rest }) => (wrap ? rest : { ...rest, wrap: true }))}
      >
        {t('report-design.wrap')}
      </Button>
      <Colour
        name="colour"
        value={style.colour}
        usual="#000000"
        onChange={(colour) => look(({ colour: _, ...rest }) => ({ ...rest, ...(colour ? { colour } : {}) }), 'colour')}
      />
      <Colour
        name="fill"
        value={style.fill}
        usual="#ffffff"
        onChange={(fill) => look(({ fill: _, ...rest }) => ({ ...rest, ...(fill ? { fill } : {}) }), 'fill')}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: (['all', 'outer', 'none'] as const).map((which) => ({
            key: which,
            label: t(`report-design.border-${which}`),
            onClick: () => change((template, area) => border(template, area, which)),
          })),
        }}
      >
        <Button size="small">{t('report-design.borders')}</Button>
      </Dropdown>
      <Button
        size="small"
        disabled={isOne && !isMerged}
        {...toggled(isMerged)}
        onClick={() => (isMerged ? change(unmerge) : void mergeCells())}
      >
        {t(isMerged ? 'report-design.unmerge' : 'report-design.merge')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: LINES.map(([label, , , made], at) => ({
            key: label,
            label: t(label),
            disabled: !fits[at],
            onClick: () => change(made),
          })),
        }}
      >
        <Button size="small">{t('report-design.lines')}</Button>
      </Dropdown>
    </div>
  )
}

interface ColourProps {
  readonly name: 'colour' | 'fill'
  readonly value: string | undefined
  /** What it is without one. */
  readonly usual: string
  readonly onChange: (value: string | undefined) => void
}

function Colour({ name, value, usual, onChange }: ColourProps) {
  const t = useT()
  const id = useId()
  return (
    <span className="report-looks-colour">
      <label htmlFor={id}>{t(`report-design.${name}`)}</label>
      <input id={id} type="color" value={value ?? usual} onChange={({ target }) => onChange(target.value)} />
      {value !== undefined && (
        <Button
          size="small"
          type="text"
          aria-label={t(`report-design.${name}-none`)}
          title={t(`report-design.${name}-none`)}
          onClick={() => onChange(undefined)}
        >
          ×
        </Button>
      )}
    </span>
  )
}
