/** A file behind a link as it looks: a picture, a PDF or a text. Made by hand like the page it lies over. */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { PreviewKind } from '../../../shared/files/preview/kind.ts'
import { PdfPage } from '../../../shared/files/preview/pdf-page.tsx'
import '../../../shared/files/preview/preview.css'
import './preview.css'

interface PreviewProps {
  readonly name: string
  readonly type: string
  readonly kind: PreviewKind
  readonly load: (signal: AbortSignal) => Promise<Blob>
  readonly onDownload: () => void
  readonly onClose: () => void
}

export default function Preview({ name, type, kind, load, onDownload, onClose }: PreviewProps) {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [content, setContent] = useState<Blob>()
  const [failure, setFailure] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    const gone = new AbortController()
    load(gone.signal).then(
      (blob) => setContent(new Blob([blob], { type })),
      (error: unknown) => {
        if (!gone.signal.aborted) setFailure((error as Error).message)
      },
    )
    return () => gone.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it is opened for one file, and fetches it once
  }, [])
  return (
    <dialog ref={dialog} className="share-preview" aria-labelledby={id} onClose={onClose}>
      <div className="share-preview-head">
        <h2 id={id}>{name}</h2>
        <button type="button" className="plain-button" onClick={onDownload}>
          {t('button.download')}
        </button>
        <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
          {t('common.close')}
        </button>
      </div>
      <div className="file-preview-body" aria-busy={!content && failure === ''}>
        {failure !== '' && (
          <p className="file-preview-failed" role="alert">
            {failure}
          </p>
        )}
        {!content && failure === '' && (
          <p className="file-preview-waiting" role="status">
            {t('common.loading')}
          </p>
        )}
        {content && kind === 'picture' && <Picture of={content} name={name} />}
        {content && kind === 'text' && <Text of={content} name={name} />}
        {content && kind === 'pdf' && <Pdf of={content} name={name} />}
      </div>
    </dialog>
  )
}

function Picture({ of, name }: { of: Blob; name: string }) {
  const address = useMemo(() => URL.createObjectURL(of), [of])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <div className="file-picture">
      <img src={address} alt={name} />
    </div>
  )
}

function Text({ of, name }: { of: Blob; name: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let shown = true
    void of.text().then((words) => {
      if (shown) setText(words)
    })
    return () => {
      shown = false
    }
  }, [of])
  return (
    <pre className="file-text-shown" role="region" aria-label={name} tabIndex={0}>
      {text}
    </pre>
  )
}

function Pdf({ of, name }: { of: Blob; name: string }) {
  const t = useT()
  const [opened, setOpened] = useState<PDFDocumentProxy>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let shown = true
    let end = () => undefined as unknown
    void Promise.all([import('../../../shared/files/preview/pdf-engine.ts'), of.arrayBuffer()])
      .then(async ([{ openPdf }, data]) => {
        const pdf = await openPdf(data)
        end = () => pdf.loadingTask.destroy()
        if (shown) setOpened(pdf)
        else end()
      })
      .catch(() => {
        if (shown) setBroken(true)
      })
    return () => {
      shown = false
      end()
    }
  }, [of])
  if (isBroken)
    return (
      <p className="file-preview-failed" role="alert">
        {t('disk.pdf-unreadable')}
      </p>
    )
  if (!opened)
    return (
      <p className="file-preview-waiting" role="status">
        {t('common.loading')}
      </p>
    )
  return (
    <div className="pdf-pages" role="region" aria-label={name} tabIndex={0}>
      {Array.from({ length: opened.numPages }, (_, at) => (
        <PdfPage key={at} of={opened} number={at + 1} zoom={1} />
      ))}
    </div>
  )
}
