/**
 * Parts that come when they are wanted: their code is no part of what a page loads first. Like React's `lazy`, and two things
 * more. `warm` lets the part come when somebody is about to want it. And what is there is drawn at once, where `lazy` shows what
 * stands in its place first, which React then leaves standing for 300 ms.
 */
import type { ComponentType, ReactNode } from 'react'
import { createElement, lazy, useEffect, useState } from 'react'

export interface Late<Props extends object> {
  (props: Props): ReactNode
  /** Resolves when the part is there, or does not come: drawing it says why. */
  warm(): Promise<void>
  isThere(): boolean
}

export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Late<Props> {
  let there: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const Coming = lazy(load)

  function Part(props: Props): ReactNode {
    // Decided once: whoever is drawn stays, with all it holds.
    const [Own] = useState(() => there ?? Coming)
    return createElement(Own as ComponentType<Props>, props)
  }
  return Object.assign(Part, {
    warm: () => (coming ??= load().then((loaded) => { there = loaded.default }, () => { coming = undefined })),
    isThere: () => there !== undefined,
  })
}

/** Whether the part is there. Once it is wanted it is asked for, and whoever asks is drawn again when it has come. */
export function useThere({ warm, isThere }: Pick<Late<never>, 'warm' | 'isThere'>, wanted: boolean): boolean {
  const [, setSeen] = useState(isThere)
  useEffect(() => {
    if (!wanted || isThere()) return
    let gone = false
    void warm().then(() => { if (!gone) setSeen(isThere()) })
    return () => { gone = true }
  }, [warm, isThere, wanted])
  return isThere()
}
