import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { FILES, playTicket } from '../client.ts'
import type { PartProps } from './kind.ts'
import { Waiting } from './shown.tsx'

/** Where a player stood when its address was good no more. */
interface Stood {
  readonly at: number
  readonly plays: boolean
}

/** Sound and moving pictures, by the browser's own player: it fetches what it plays, and what somebody jumps to, and no more. */
export default function Media({ row }: PartProps) {
  const t = useT()
  const [addresses, setAddresses] = useState(0)
  const [fails, setFails] = useState(false)
  const began = useRef(false)
  const stood = useRef<Stood>(undefined)
  const { data: address, error } = useQuery({
    queryKey: [FILES, 'play', row.id, row.updateTime, addresses],
    queryFn: () => playTicket(row.id),
    gcTime: 0,
    staleTime: Infinity,
  })

  function onLoadedMetadata({ currentTarget: player }: { currentTarget: HTMLMediaElement }): void {
    began.current = true
    if (!stood.current) return
    player.currentTime = stood.current.at
    // The browser may want a click first.
    if (stood.current.plays) player.play().catch(() => undefined)
    stood.current = undefined
  }

  /** What has played and stops has lost its address, after a long pause: another one, once, and the server says whether it may be. */
  function onError({ currentTarget: player }: { currentTarget: HTMLMediaElement }): void {
    if (!began.current) return setFails(true)
    began.current = false
    stood.current = { at: player.currentTime, plays: !player.paused }
    setAddresses(addresses + 1)
  }

  if (error)
    return (
      <p className="file-preview-failed" role="alert">
        {error.message}
      </p>
    )
  if (address === undefined) return <Waiting />
  if (fails)
    return (
      <p className="file-preview-failed" role="alert">
        {t('disk.cannot-play')}
      </p>
    )
  const Player = row.contentType.startsWith('audio/') ? 'audio' : 'video'
  return (
    <Player
      className="file-player"
      controls
      preload="metadata"
      src={address}
      aria-label={row.originalFilename}
      onLoadedMetadata={onLoadedMetadata}
      onError={onError}
    />
  )
}
