import { useState } from 'react'
import { useT } from '../../i18n.ts'
import type { PartProps } from './preview.tsx'
import { Shown } from './shown.tsx'
import { useAddress, useContent } from './use-content.ts'

/** Sound and moving pictures, by the browser's own player. */
export default function Media({ row }: PartProps) {
  const t = useT()
  const content = useContent(row)
  const address = useAddress(content.data, row.contentType)
  const [fails, setFails] = useState(false)
  const Player = row.contentType.startsWith('audio/') ? 'audio' : 'video'
  return (
    <Shown content={content}>
      {() => (fails
        ? <p className="file-preview-failed" role="alert">{t('disk.cannot-play')}</p>
        : <Player className="file-player" controls src={address} aria-label={row.originalFilename} onError={() => setFails(true)} />)}
    </Shown>
  )
}
