/** One page of a PDF. */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'

/** Points of a screen beyond these cost memory and show nothing more. */
const MAX_WIDTH_PIXELS = 4096

/** Drawn when it comes near, and what it says told to those who hear it. */
export function PdfPage({ of, number, zoom }: { of: PDFDocumentProxy; number: number; zoom: number }) {
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
