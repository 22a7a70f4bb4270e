import { useEffect, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { bytesOf } from '../bytes.ts'
import type { PartProps } from './kind.ts'
import { Shown } from './shown.tsx'
import { useContent } from './use-content.ts'

/** Of a longer text the beginning is shown. */
const MAX_BYTES = 512 * 1024

/** A page of the web, too, is a text here, and nothing of it is done. */
export default function Text({ row }: PartProps) {
  const t = useT()
  const content = useContent(row, MAX_BYTES)
  return (
    <Shown content={content}>
      {(data) => (
        <>
          <Words of={data} name={row.originalFilename} />
          {bytesOf(row) > MAX_BYTES + 1024 && <p className="file-preview-note">{t('disk.beginning', { kilobytes: MAX_BYTES / 1024 })}</p>}
        </>
      )}
    </Shown>
  )
}

function Words({ of, name }: { of: Blob; name: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let shown = true
    // A cut in the middle of a letter leaves a mark at the very end, and nothing worse.
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
