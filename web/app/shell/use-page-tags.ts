/** What can be done to the open pages, with the way it leads: closing the page that is shown goes to the one before it. */
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { HOME } from '../../kernel/navigation/menu-routes.ts'
import { lastVisited } from './open-pages.ts'
import { addressOf, closeAllPages, closeOtherPages, closePage, isPinned, useTags } from './tags.ts'

export interface TagActions {
  readonly refresh: (path: string) => void
  readonly close: (path: string) => void
  readonly closeOthers: (path: string) => void
  readonly closeAll: () => void
}

/** The same ones as long as the shell is there, so that a tag need not be drawn because another page is shown. */
export function useTagActions(): TagActions {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const here = useLocation()
  const shown = useRef(here)
  useLayoutEffect(() => {
    shown.current = here
  }, [here])

  return useMemo(() => {
    const addressOfTag = (path: string) => {
      const tag = useTags.getState().tags.find((one) => one.path === path)
      return tag ? addressOf(tag.at) : path
    }

    /** The page that is shown may have been closed. */
    function follow(): void {
      const pages = useTags.getState()
      if (pages.tags.some(({ path }) => path === shown.current.pathname)) return
      const before = lastVisited(pages)
      void navigate(before ? addressOf(before.at) : HOME)
    }

    return {
      refresh: (path) => {
        const isShown = path === shown.current.pathname
        // Asked for again by the page when it is built, and not before.
        void queries.invalidateQueries({ refetchType: 'none' })
        void navigate(`/redirect${isShown ? addressOf(shown.current) : addressOfTag(path)}`, { replace: isShown })
      },
      close: (path) => {
        if (isPinned(path)) return
        closePage(path)
        follow()
      },
      closeOthers: (path) => {
        if (path !== shown.current.pathname) void navigate(addressOfTag(path))
        closeOtherPages(path)
      },
      closeAll: () => {
        closeAllPages()
        follow()
      },
    }
  }, [navigate, queries])
}
