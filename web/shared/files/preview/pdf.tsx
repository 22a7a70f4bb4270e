/**
 * PDF, drawn by pdf.js: the browser's own viewer would need a frame and a plug-in, which the content policy forbids, and would run
 * what the file brings along. Nothing of that runs here: no scripts, no links, no forms.
 */
import { useQuery } from '@tanstack/react-query'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { FILES } from '../client.ts'
import type { PartProps } from './kind.ts'
import { PdfPage } from './pdf-page.tsx'
import { Shown, Waiting } from './shown.tsx'
import { useContent } from './use-content.ts'

export default function Pdf({ row }: PartProps) {
  return (
    <Shown content={useContent(row)}>
      {(data) => <Document of={data} id={`${row.id} ${row.updateTime}`} name={row.originalFilename} />}
    </Shown>
  )
}

const ZOOM = { least: 0.5, most: 3, step: 0.25 }

function Document({ of, id, name }: { of: Blob; id: string; name: string }) {
  const t = useT()
  const [zoom, setZoom] = useState(1)
  const { data, isError } = useQuery({
    queryKey: [FILES, 'pdf', id],
    queryFn: async () => (await import('./pdf-engine.ts')).openPdf(await of.arrayBuffer()),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => () => void data?.loadingTask.destroy(), [data])
  if (isError)
    return (
      <p className="file-preview-failed" role="alert">
        {t('disk.pdf-unreadable')}
      </p>
    )
  if (!data) return <Waiting />
  const change = (step: number) => setZoom(Math.min(ZOOM.most, Math.max(ZOOM.least, zoom + step)))
  return (
    <>
      <div className="pdf-tools">
        <span>{t('disk.pdf-pages', { count: data.numPages })}</span>
        <Button
          size="small"
          icon={<MinusOutlined aria-hidden="true" />}
          aria-label={t('disk.smaller')}
          disabled={zoom <= ZOOM.least}
          onClick={() => change(-ZOOM.step)}
        />
        <span role="status">{Math.round(zoom * 100)} %</span>
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          aria-label={t('disk.larger')}
          disabled={zoom >= ZOOM.most}
          onClick={() => change(ZOOM.step)}
        />
      </div>
      <div className="pdf-pages" role="region" aria-label={name} tabIndex={0}>
        {Array.from({ length: data.numPages }, (_, at) => (
          <PdfPage key={at} of={data} number={at + 1} zoom={zoom} />
        ))}
      </div>
    </>
  )
}
