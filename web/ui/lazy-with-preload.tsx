/**
 * Parts that come when they are wanted: their code is no part of what a page loads first. Like React's `lazy`, and two things
 * more. `preload` lets the part come when somebody is about to want it. And what is there is drawn at once, where `lazy` shows what
 * stands in its place first, which React then leaves standing for 300 ms.
 */
import type { ComponentType, ReactNode } from 'react'
import { createElement, lazy, useEffect, useLayoutEffect, useState } from 'react'

export interface LazyWithPreload<Props extends object> {
  (props: Props): ReactNode
  /** Resolves when the part is there, or does not come: drawing it says why. */
  preload(): Promise<void>
  isLoaded(): boolean
}

/** A component whose code is loaded when it is first drawn, or a moment earlier by `preload()`. */
export function lazyWithPreload<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): LazyWithPreload<Props> {
  let there: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const Coming = lazy(load)

  function Part(props: Props): ReactNode {
    // Decided once: whoever is drawn stays, with all it holds.
    const [Own] = useState(() => there ?? Coming)
    return createElement(Own as ComponentType<Props>, props)
  }
  return Object.assign(Part, {
    preload: () =>
      (coming ??= load().then(
        (loaded) => {
          there = loaded.default
        },
        () => {
          coming = undefined
        },
      )),
    isLoaded: () => there !== undefined,
  })
}

/** Whether the part is there. Once it is wanted it is asked for, and whoever asks is drawn again when it has come. */
export function useLoaded({ preload, isLoaded }: Pick<LazyWithPreload<never>, 'preload' | 'isLoaded'>, wanted: boolean): boolean {
  const [, setSeen] = useState(isLoaded)
  useEffect(() => {
    if (!wanted || isLoaded()) return
    let gone = false
    void preload().then(() => {
      if (!gone) setSeen(isLoaded())
    })
    return () => {
      gone = true
    }
  }, [preload, isLoaded, wanted])
  return isLoaded()
}

/**
 * Whether the part can be drawn: it is there, or does not come, which drawing it tells. For whoever draws something else meanwhile: unlike what `Suspense` shows,
 * that goes the moment the part is there.
 */
export function useArrived({ preload, isLoaded }: Pick<LazyWithPreload<never>, 'preload' | 'isLoaded'>): boolean {
  const [isHere, setHere] = useState(isLoaded)
  useLayoutEffect(() => {
    if (isHere) return
    let gone = false
    void preload().then(() => {
      if (!gone) setHere(true)
    })
    return () => {
      gone = true
    }
  }, [preload, isHere])
  return isHere
}
