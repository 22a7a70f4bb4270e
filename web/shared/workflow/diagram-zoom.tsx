import CompressOutlined from '@ant-design/icons/es/icons/CompressOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import { Button } from 'antd'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { Canvas } from './diagram-parts.ts'
import { zoomBy } from './diagram-parts.ts'
import { fitDiagram } from './fit-diagram.ts'

/** Buttons that zoom. They stand in the upper right corner: in the lower one is the watermark, which nothing may cover. */
export function DiagramZoom({ canvas }: { canvas: () => Canvas | undefined }) {
  const t = useT()
  const buttons = [
    { name: t('process-diagram.zoom-in'), icon: <ZoomInOutlined aria-hidden="true" />, run: (on: Canvas) => zoomBy(on, 1.25) },
    { name: t('process-diagram.zoom-out'), icon: <ZoomOutOutlined aria-hidden="true" />, run: (on: Canvas) => zoomBy(on, 0.8) },
    {
      name: t('process-diagram.zoom-fit'),
      icon: <CompressOutlined aria-hidden="true" />,
      run: fitDiagram,
    },
  ]
  return (
    <span className="diagram-zoom">
      {buttons.map(({ name, icon, run }) => (
        <Button
          key={name}
          size="small"
          icon={icon}
          aria-label={name}
          title={name}
          onClick={() => {
            const on = canvas()
            if (on) run(on)
          }}
        />
      ))}
    </span>
  )
}
