import CompressOutlined from '@ant-design/icons/es/icons/CompressOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import { Button } from 'antd'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { Canvas } from './diagram-parts.ts'
import { zoomBy } from './diagram-parts.ts'
import { fitDiagram } from './fit-diagram.ts'

const [NEARER, FARTHER] = [1.25, 0.8]

/** The same for a drawing of bpmn-js. */
export function DiagramZoom({ canvas }: { canvas: () => Canvas | undefined }) {
  const on = (run: (canvas: Canvas) => void) => () => {
    const found = canvas()
    if (found) run(found)
  }
  return (
    <ZoomButtons
      onNearer={on((found) => zoomBy(found, NEARER))}
      onFarther={on((found) => zoomBy(found, FARTHER))}
      onWhole={on(fitDiagram)}
    />
  )
}

interface ZoomButtonsProps {
  readonly onNearer: () => void
  readonly onFarther: () => void
  readonly onWhole: () => void
}

/** Buttons that zoom. They stand in the upper right corner: in the lower one is the watermark, which nothing may cover. */
export function ZoomButtons({ onNearer, onFarther, onWhole }: ZoomButtonsProps) {
  const t = useT()
  const buttons = [
    { name: t('process-diagram.zoom-in'), icon: <ZoomInOutlined aria-hidden="true" />, run: onNearer },
    { name: t('process-diagram.zoom-out'), icon: <ZoomOutOutlined aria-hidden="true" />, run: onFarther },
    { name: t('process-diagram.zoom-fit'), icon: <CompressOutlined aria-hidden="true" />, run: onWhole },
  ]
  return (
    <span className="diagram-zoom">
      {buttons.map(({ name, icon, run }) => (
        <Button key={name} size="small" icon={icon} aria-label={name} title={name} onClick={run} />
      ))}
    </span>
  )
}
