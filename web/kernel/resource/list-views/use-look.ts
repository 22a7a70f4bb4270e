/** The look of a list's columns: its reader's own, kept by the server; or that of the view in use, kept when it is saved. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListLook } from '../../../../model/lists/forms.ts'
import type { Listing } from '../../../../model/resource.ts'
import type { ColumnSettings } from '../../../ui/column-settings.ts'
import { ApiError } from '../../http/api.ts'
import { useSession } from '../../session/session-store.ts'
import type { ListKept, ListView } from '../../../../model/contract/account/list-views.ts'
import { changeKept, savePreference } from './client.ts'

/** Milliseconds without a change before it is kept: a width is changed pixel by pixel. */
const DEBOUNCE_MS = 800
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

interface Look {
  readonly look: ListLook
  readonly change: (look: ColumnSettings) => void
  /** Has the columns of these keys stand in the list, which no field of the noun is. */
  readonly choose: (keys: readonly string[]) => void
  /** As the view has it, again. */
  readonly forget: () => void
}

/** How the columns of a list look, and the way to change it: in a view for now, without one for good. */
export function useLook(of: Listing, kept: ListKept | undefined, view: ListView | undefined): Look {
  const queries = useQueryClient()
  const { user } = useSession()
  const [changed, setChanged] = useState<{ view: string; look: ListLook }>()
  const inView = view && (changed?.view === view.id ? changed.look : view.state.look)

  const shown = inView ?? kept?.look ?? {}

  function keep(look: ListLook): void {
    if (view) return setChanged({ view: view.id, look })
    changeKept(queries, of, { look })
    // Who only looks as another role changes nothing.
    if (user.acting === 'preview') return
    clearTimeout(waiting.get(of.name))
    waiting.set(
      of.name,
      setTimeout(() => {
        savePreference(of, { look }).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
        })
      }, DEBOUNCE_MS),
    )
  }
  return {
    look: shown,
    // Settings of columns know nothing of keys.
    change: (wanted) => keep({ ...(wanted as ListLook), beside: shown.beside }),
    choose: (keys) => keep({ ...shown, beside: keys.length > 0 ? [...keys] : undefined }),
    forget: () => setChanged(undefined),
  }
}
