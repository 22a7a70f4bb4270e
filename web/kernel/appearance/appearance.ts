/** Light or dark, in which colour and how large. The system decides on the theme until the person does; choices are kept in this browser. */
import { create } from 'zustand'
import { ownPalette, variables } from './palette.ts'
import { useSettings } from './settings.ts'

export type Theme = 'light' | 'dark'

const KEY = 'theme'
const system = matchMedia('(prefers-color-scheme: dark)')

/** `chosen` is absent while the system decides. */
export const useAppearance = create<{ theme: Theme; chosen: Theme | undefined }>(() => current(keptTheme()))

useAppearance.subscribe(paint)
useSettings.subscribe(paint)
system.addEventListener('change', () => useAppearance.setState(current(keptTheme())))

/** Shows the theme from now on, and remembers it. @param chosen Absent: the system decides again. */
export function chooseTheme(chosen: Theme | undefined): void {
  try {
    if (chosen) localStorage.setItem(KEY, chosen)
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing still shows the theme until it is closed.
  }
  useAppearance.setState(current(chosen))
}

/** Changes from the light theme to the dark one, or back. */
export function switchTheme(): void {
  chooseTheme(useAppearance.getState().theme === 'dark' ? 'light' : 'dark')
}

/** True where the person asked the system for less movement. */
export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function paint(): void {
  const { theme } = useAppearance.getState()
  const { palette, size } = useSettings.getState()
  const { dataset, style } = document.documentElement
  Object.assign(dataset, { theme, size })
  for (const [name, shade] of Object.entries(variables)) {
    if (palette && palette !== ownPalette) style.setProperty(name, palette[theme][shade])
    else style.removeProperty(name)
  }
}

function current(chosen: Theme | undefined): { theme: Theme; chosen: Theme | undefined } {
  return { theme: chosen ?? (system.matches ? 'dark' : 'light'), chosen }
}

function keptTheme(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : undefined
  } catch {
    return undefined
  }
}
