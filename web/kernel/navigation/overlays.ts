/** What lies over the console and is opened from more than one place. Each is loaded when it is first opened. */
import { create } from 'zustand'

interface Overlays {
  readonly palette: boolean
  readonly settings: boolean
  readonly password: boolean
  readonly shortcuts: boolean
}

export type Overlay = keyof Overlays

const none: Overlays = { palette: false, settings: false, password: false, shortcuts: false }
export const useOverlays = create<Overlays>(() => none)

/** Opens what lies over the page. */
export const openOverlay = (name: Overlay): void => useOverlays.setState({ [name]: true })
/** Closes what lies over the page under this name. */
export const closeOverlay = (name: Overlay): void => useOverlays.setState({ [name]: false })
/** Closes all that lie over the page. */
export const closeOverlays = (): void => useOverlays.setState(none)
