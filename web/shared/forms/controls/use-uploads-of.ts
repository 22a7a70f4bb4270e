/** Files on their way into an entry: how far each is, and what the server said of those it did not take. */
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import { useFollowedUploads } from '../../../ui/uploads.ts'
import type { EntryFile, FormSources } from '../form-sources.ts'

export interface Coming {
  readonly key: number
  readonly name: string
  /** From 0 to 1. */
  readonly part: number
  readonly failure?: string | undefined
}

interface UploadsOfField {
  readonly coming: readonly Coming[]
  /** Brings a file; undefined where it was not taken, which then stands among those that are coming. */
  readonly bring: (file: File) => Promise<EntryFile | undefined>
  /** Stops a file that is on its way, or takes the word away about one that was not taken. */
  readonly drop: (key: number) => void
}

/** The files of a field that are on their way, and the ways to bring more and to stop one. */
export function useUploadsOf(field: string, { upload }: FormSources): UploadsOfField {
  const [coming, setComing] = useState<readonly Coming[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const last = useRef(0)
  const follow = useFollowedUploads()
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])

  const change = (key: number, part: Partial<Coming>) => setComing((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setComing((all) => all.filter((one) => one.key !== key))
  }

  async function bring(file: File): Promise<EntryFile | undefined> {
    const key = (last.current += 1)
    const stop = new AbortController()
    stops.current.set(key, stop)
    setComing((all) => [...all, { key, name: file.name, part: 0 }])
    try {
      const kept = await follow(upload(file, { field, signal: stop.signal, onProgress: (part) => change(key, { part }) }))
      drop(key)
      return kept
    } catch (error) {
      if (stop.signal.aborted) return undefined
      if (!(error instanceof ApiError)) throw error
      stops.current.delete(key)
      change(key, { failure: error.message })
      return undefined
    }
  }
  return { coming, bring, drop }
}
