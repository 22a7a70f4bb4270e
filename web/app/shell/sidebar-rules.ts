/** When the sidebar is open (section 4 of the specification). Pure. */

export interface SidebarState {
  readonly open: boolean
  readonly mobile: boolean
}

export type SidebarEvent =
  | { readonly kind: 'toggled' }
  /** On mobile, by Escape or a click beside it. */
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'resized'; readonly mobile: boolean }
  | { readonly kind: 'page-changed' }
  /** From vertical to horizontal or back. */
  | { readonly kind: 'layout-changed' }

/** The sidebar as a page opens with it. @param kept The cookie: '0' where the person closed it. */
export function firstSidebar(kept: string | undefined, mobile: boolean): SidebarState {
  return { open: !mobile && kept !== '0', mobile }
}

/** The sidebar after the event. */
export function nextSidebar(now: SidebarState, event: SidebarEvent): SidebarState {
  switch (event.kind) {
    case 'toggled':
      return { ...now, open: !now.open }
    case 'dismissed':
      return { ...now, open: false }
    // On the way to mobile it closes, and growing again does not open it.
    case 'resized':
      return event.mobile === now.mobile ? now : { mobile: event.mobile, open: now.open && !event.mobile }
    case 'page-changed':
      return now.mobile ? { ...now, open: false } : now
    case 'layout-changed':
      return { ...now, open: !now.mobile }
  }
}

/** Only what a person does at a desk is remembered: a phone begins closed in any case. */
export function isRemembered({ mobile }: SidebarState, { kind }: SidebarEvent): boolean {
  return !mobile && (kind === 'toggled' || kind === 'layout-changed')
}
