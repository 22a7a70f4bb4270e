import { createBrowserRouter, redirect, replace } from 'react-router'
import { safeRedirect } from '../kernel/redirect.ts'
import { HOME } from '../kernel/menu-routes.ts'
import { Forbidden, NotFound } from './error-pages.tsx'
import { Crash } from './crash.tsx'
import { requireSession, skipWhenSignedIn } from './guard.ts'
import { Waiting } from './waiting.tsx'

/** The console: everything that needs a session. One chunk, because nothing of it is of use without the rest. */
const loadConsole = () => import('./console.tsx')

/** What a person who begins to sign in will need next; loaded while they type. */
function prefetchConsole(): void {
  void loadConsole().then(({ prefetchHome }) => prefetchHome())
}

/** Starts the first navigation at once, so that the texts must be there before. */
export const createRouter = () => createBrowserRouter([
  {
    HydrateFallback: Waiting,
    ErrorBoundary: Crash,
    children: [
      {
        path: '/login',
        loader: skipWhenSignedIn,
        lazy: async () => {
          const { SignInPage } = await import('../features/account/sign-in/page.tsx')
          return { Component: () => <SignInPage onFirstUse={prefetchConsole} /> }
        },
      },
      { path: '/404', Component: NotFound },
      // Public by the specification; without a token they lead to their page, and to nothing while there is none.
      ...['/navpage', '/auth-redirect', '/forgotpassword', '/register'].map((path) => ({ path, loader: () => replace('/404') })),
      { path: '/401', Component: Forbidden },
      // Going there and back makes a page forget what it holds.
      { path: '/redirect/*', Component: Waiting, loader: ({ params, request }) => replace(safeRedirect(`/${params['*'] ?? ''}${new URL(request.url).search}`)) },
      { path: '/', Component: Waiting, loader: () => redirect(HOME) },
      {
        loader: requireSession,
        shouldRevalidate: () => true,
        lazy: async () => ({ Component: (await loadConsole()).Console }),
        children: [{ path: '*', element: null }],
      },
    ],
  },
])
