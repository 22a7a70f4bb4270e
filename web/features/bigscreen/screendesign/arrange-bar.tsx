/** What is done to the chosen widgets, one button each: the same as by the keys of the canvas. */
import AlignCenterOutlined from '@ant-design/icons/es/icons/AlignCenterOutlined'
import AlignLeftOutlined from '@ant-design/icons/es/icons/AlignLeftOutlined'
import AlignRightOutlined from '@ant-design/icons/es/icons/AlignRightOutlined'
import BlockOutlined from '@ant-design/icons/es/icons/BlockOutlined'
import ColumnHeightOutlined from '@ant-design/icons/es/icons/ColumnHeightOutlined'
import ColumnWidthOutlined from '@ant-design/icons/es/icons/ColumnWidthOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import GroupOutlined from '@ant-design/icons/es/icons/GroupOutlined'
import ScissorOutlined from '@ant-design/icons/es/icons/ScissorOutlined'
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import UngroupOutlined from '@ant-design/icons/es/icons/UngroupOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import VerticalAlignBottomOutlined from '@ant-design/icons/es/icons/VerticalAlignBottomOutlined'
import VerticalAlignMiddleOutlined from '@ant-design/icons/es/icons/VerticalAlignMiddleOutlined'
import VerticalAlignTopOutlined from '@ant-design/icons/es/icons/VerticalAlignTopOutlined'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { useRoving } from '../../../ui/roving.ts'
import type { Alignment, Direction } from './state/align.ts'
import { countUnits } from './state/align.ts'
import { freeOf } from './state/edits.ts'
import { useChosen, useDesign, usePage, useView } from './store.ts'
import { useActions } from './use-actions.ts'

const ALIGN: Readonly<Record<Alignment, ReactNode>> = {
  left: <AlignLeftOutlined aria-hidden="true" />,
  center: <AlignCenterOutlined aria-hidden="true" />,
  right: <AlignRightOutlined aria-hidden="true" />,
  top: <VerticalAlignTopOutlined aria-hidden="true" />,
  middle: <VerticalAlignMiddleOutlined aria-hidden="true" />,
  bottom: <VerticalAlignBottomOutlined aria-hidden="true" />,
}
const DISTRIBUTE: Readonly<Record<Direction, ReactNode>> = {
  across: <ColumnWidthOutlined aria-hidden="true" />,
  down: <ColumnHeightOutlined aria-hidden="true" />,
}
const ORDERS = {
  forward: <UpOutlined aria-hidden="true" />,
  backward: <DownOutlined aria-hidden="true" />,
  front: <VerticalAlignTopOutlined aria-hidden="true" />,
  back: <VerticalAlignBottomOutlined aria-hidden="true" />,
} as const
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 4] as const

export function ArrangeBar() {
  const t = useT()
  const design = useDesign()
  const actions = useActions()
  const page = usePage()
  const chosen = useChosen()
  const roving = useRoving()
  const ids = chosen.map(({ id }) => id)
  const units = countUnits(page, ids)
  const isNone = chosen.length === 0
  const isLocked = freeOf(page, ids).length === 0

  const button = (label: string, keys: string, icon: ReactNode, isOff: boolean, run: () => void) => (
    <Button
      key={label}
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={keys === '' ? label : `${label} (${keys})`}
      disabled={isOff}
      onClick={run}
    />
  )

  async function copy(): Promise<void> {
    await copyText(actions.copied())
  }

  async function paste(): Promise<void> {
    const { clipboard } = navigator as { clipboard?: Clipboard }
    // Whoever does not let the page read the clipboard can still paste what was copied here.
    const text = await (clipboard?.readText().catch(() => '') ?? Promise.resolve(''))
    actions.pasteText(text === '' ? actions.copiedLast() : text)
  }

  return (
    <div className="screen-arrange" role="toolbar" aria-label={t('screen-design.arrange')} {...roving}>
      {button(t('screen-design.copy'), 'Ctrl+C', <CopyOutlined aria-hidden="true" />, isNone, () => void copy())}
      {button(t('screen-design.cut'), 'Ctrl+X', <ScissorOutlined aria-hidden="true" />, isLocked, () => void copy().then(actions.remove))}
      {button(t('screen-design.paste'), 'Ctrl+V', <SnippetsOutlined aria-hidden="true" />, false, () => void paste())}
      {button(t('screen-design.duplicate'), 'Ctrl+D', <BlockOutlined aria-hidden="true" />, isNone, actions.duplicate)}
      {button(t('screen-design.remove'), 'Del', <DeleteOutlined aria-hidden="true" />, isLocked, actions.remove)}
      <span className="screen-arrange-gap" />
      {(Object.keys(ALIGN) as Alignment[]).map((how) =>
        button(t(`screen-design.align-to-${how}`), '', ALIGN[how], isLocked, () => actions.align(how)),
      )}
      {(Object.keys(DISTRIBUTE) as Direction[]).map((how) =>
        button(t(`screen-design.distribute-${how}`), '', DISTRIBUTE[how], units < 3, () => actions.distribute(how)),
      )}
      <span className="screen-arrange-gap" />
      {button(t('screen-design.group'), 'Ctrl+G', <GroupOutlined aria-hidden="true" />, chosen.length < 2, actions.group)}
      {button(
        t('screen-design.ungroup'),
        'Ctrl+Shift+G',
        <UngroupOutlined aria-hidden="true" />,
        chosen.every(({ group }) => group === undefined),
        actions.ungroup,
      )}
      {button(t('screen-design.order-forward'), 'Ctrl+]', ORDERS.forward, isNone, () => actions.order('forward'))}
      {button(t('screen-design.order-backward'), 'Ctrl+[', ORDERS.backward, isNone, () => actions.order('backward'))}
      {button(t('screen-design.order-front'), 'Ctrl+Shift+]', ORDERS.front, isNone, () => actions.order('front'))}
      {button(t('screen-design.order-back'), 'Ctrl+Shift+[', ORDERS.back, isNone, () => actions.order('back'))}
      <span className="screen-arrange-gap" />
      <Zoom onZoom={(zoom) => design.view.setState(zoom === undefined ? { zoom } : { zoom, scale: zoom })} />
    </div>
  )
}

function Zoom({ onZoom }: { readonly onZoom: (zoom: number | undefined) => void }) {
  const t = useT()
  const zoom = useView((view) => view.zoom)
  const scale = useView((view) => view.scale)
  const percent = `${Math.round(scale * 100)} %`
  return (
    <Select<string>
      size="small"
      aria-label={t('screen-design.zoom')}
      popupMatchSelectWidth={false}
      value={zoom === undefined ? 'fit' : String(zoom)}
      options={[
        { value: 'fit', label: t('screen-design.zoom-fit', { percent: zoom === undefined ? percent : '' }) },
        ...[...new Set([...ZOOMS, ...(zoom === undefined ? [] : [zoom])])]
          .toSorted((one, other) => one - other)
          .map((value) => ({ value: String(value), label: `${Math.round(value * 100)} %` })),
      ]}
      onChange={(next) => onZoom(next === 'fit' ? undefined : Number(next))}
    />
  )
}
