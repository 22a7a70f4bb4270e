import type { LoaderFunctionArgs } from 'react-router'
import { createBrowserRouter, redirect, replace } from 'react-router'
import { safeRedirect } from '../kernel/session/redirect.ts'
import { DETAIL_PAGES } from './detail-pages.ts'
import { HOME } from '../kernel/navigation/menu-routes.ts'
import { InConsole } from './in-console.tsx'
import { Crash } from './crash.tsx'
import { mayGoOn, openConsole, openOutside, requireToken, skipWhenSignedIn, takeOn } from './guard.ts'
import { loadConsole } from './load-console.ts'
import { shortAddresses } from './pages.ts'
import { rebuildPage } from './shell/tags.ts'
import { Waiting } from './waiting.tsx'

/** What a person who begins to sign in will need next; loaded while they type. */
function prefetchConsole(): void {
  void loadConsole().then(({ prefetchHome }) => prefetchHome())
}

function refresh(address: string): Response {
  rebuildPage(new URL(address, location.origin).pathname)
  return replace(address)
}

/** Starts the first navigation at once, so that the texts must be there before. */
export const createRouter = () =>
  createBrowserRouter([
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
        {
          path: '/oauth/authorize',
          loader: requireToken,
          lazy: async () => ({ Component: (await import('../features/oauth/authorize/page.tsx')).AuthorizePage }),
        },
        { path: '/navpage', lazy: async () => ({ Component: (await import('../features/account/landing/page.tsx')).LandingPage }) },
        {
          path: '/forgotpassword',
          lazy: async () => ({ Component: (await import('../features/account/recovery/page.tsx')).RecoveryPage }),
        },
        { path: '/link', lazy: async () => ({ Component: (await import('../features/file/open-link/page.tsx')).SharePage }) },
        { path: '/share/:token', lazy: async () => ({ Component: (await import('../features/file/open-link/page.tsx')).SharePage }) },
        { path: '/verify/:token', lazy: async () => ({ Component: (await import('../features/reports/verify/page.tsx')).VerifyPage }) },
        {
          path: '/reportfile',
          lazy: async () => ({ Component: (await import('../features/reports/report-file/page.tsx')).ReportLinkPage }),
        },
        {
          path: '/reportfile/mine',
          loader: requireToken,
          lazy: async () => ({ Component: (await import('../features/reports/report-file/page.tsx')).OwnReportPage }),
        },
        { path: '/show', lazy: async () => ({ Component: (await import('../features/bigscreen/show/show-page.tsx')).ShowPage }) },
        {
          path: '/screen/:id',
          loader: openOutside,
          lazy: async () => ({ Component: (await import('../features/screen/player/page.tsx')).PlayerPage }),
        },
        { path: '/form', lazy: async () => ({ Component: (await import('./outside-form.tsx')).OutsideForm }) },
        {
          path: '/register',
          lazy: async () => ({ Component: (await import('../features/account/registration/page.tsx')).RegistrationPage }),
        },
        { path: '/auth-redirect', Component: Waiting, loader: takeOn },
        // Going there and back makes a page forget what it holds.
        {
          path: '/redirect/*',
          Component: Waiting,
          loader: ({ params, request }) => refresh(safeRedirect(`/${params['*'] ?? ''}${new URL(request.url).search}`)),
        },
        { path: '/profile', Component: Waiting, loader: () => replace('/profile/index') },
        { path: '/', Component: Waiting, loader: () => redirect(HOME) },
        ...shortAddresses.map(({ path, to }) => ({
          path,
          Component: Waiting,
          loader: ({ request }: LoaderFunctionArgs) => replace(to + new URL(request.url).search),
        })),
        // A page about one thing reads its id behind the address, so that going from one thing to another stays on the one page with its one tag.
        ...Object.keys(DETAIL_PAGES).map((path) => ({
          path: `${path}/:id`,
          Component: Waiting,
          loader: ({ params, request }: LoaderFunctionArgs) => {
            const others = new URL(request.url).searchParams
            others.set('id', params['id'] ?? '')
            return replace(`${path}?${others.toString()}`)
          },
        })),
        {
          loader: openConsole,
          shouldRevalidate: ({ nextUrl }) => !mayGoOn(nextUrl),
          Component: InConsole,
          children: [{ path: '*', element: null }],
        },
      ],
    },
  ])
