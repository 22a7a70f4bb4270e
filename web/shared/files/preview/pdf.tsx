/**
 * PDF, drawn by pdf.js: the browser's own viewer would need a frame and a plug-in, which the content policy forbids, and would run
 * what the file brings along. Nothing of that runs here: no scripts, no links, no forms.
 */
import { useQuery } from '@tanstack/react-query'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { FILES } from '../client.ts'
import type { PartProps } from './kind.ts'
import { Shown, Waiting } from './shown.tsx'
import { useContent } from './use-content.ts'

export default function Pdf({ row }: PartProps) {
  return (
    <Shown content={useContent(row)}>
      {(data) => <Document of={data} id={`${row.id} ${row.updateTime}`} name={row.originalFilename} />}
    </Shown>
  )
}

/** Points of a screen beyond these cost memory and show nothing more. */
const MAX_WIDTH_PIXELS = 4096
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
          <Page key={at} of={data} number={at + 1} zoom={zoom} />
        ))}
      </div>
    </>
  )
}

/** Drawn when it comes near, and what it says told to those who hear it. */
function Page({ of, number, zoom }: { of: PDFDocumentProxy; number: number; zoom: number }) {
  const t = useT()
  const own = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(number === 1)
  const [words, setWords] = useState('')

  useEffect(() => {
    if (near || !own.current) return undefined
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: '600px' },
    )
    watch.observe(own.current)
    return () => watch.disconnect()
  }, [near])

  useEffect(() => {
    if (!near) return undefined
    let stop = (): void => undefined
    let shown = true
    void of
      .getPage(number)
      .then(async (page) => {
        const [target, room] = [canvas.current, own.current?.clientWidth ?? 0]
        if (!shown || !target) return
        const width = Math.min(room, 980) * zoom
        const sharp = Math.min(devicePixelRatio, MAX_WIDTH_PIXELS / width)
        const viewport = page.getViewport({ scale: (width / page.getViewport({ scale: 1 }).width) * sharp })
        target.style.width = `${width}px`
        const task = page.render({ canvas: target, viewport: sized(target, viewport) })
        stop = () => task.cancel()
        await task.promise
        const { items } = await page.getTextContent()
        if (shown) setWords(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
      })
      .catch(() => undefined)
    return () => {
      shown = false
      stop()
    }
  }, [near, of, number, zoom])

  return (
    <div ref={own} className={near ? 'pdf-page' : 'pdf-page far'}>
      <canvas ref={canvas} aria-hidden="true" />
      <p className="visually-hidden">
        {t('disk.pdf-page', { number })} {words}
      </p>
    </div>
  )
}

function sized<View extends { width: number; height: number }>(canvas: HTMLCanvasElement, viewport: View): View {
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return viewport
}
