/** Light or dark. The system decides until the person does; the choice is kept in this browser. */
import { create } from 'zustand'

export type Theme = 'light' | 'dark'

const KEY = 'theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export const useAppearance = create<{ theme: Theme }>(() => ({ theme: chosen() ?? systemTheme() }))

useAppearance.subscribe(({ theme }) => paint(theme))
system.addEventListener('change', () => {
  if (!chosen()) useAppearance.setState({ theme: systemTheme() })
})

export function switchTheme(): void {
  const theme = useAppearance.getState().theme === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // A browser that keeps nothing still shows the theme until it is closed.
  }
  useAppearance.setState({ theme })
}

/** True where the person asked the system for less movement. */
export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function paint(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}

function chosen(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : undefined
  } catch {
    return undefined
  }
}

function systemTheme(): Theme {
  return system.matches ? 'dark' : 'light'
}
