import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// This one can show an address at once (web/kernel/resource/use-list-state.ts).
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './app/router.tsx'
import { Frame } from './app/frame.tsx'
import { watchErrors } from './kernel/session/error-log.ts'
import { startTexts } from './kernel/i18n/i18n.ts'
import './ui/base.css'

watchErrors()
await startTexts()
const router = createRouter()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Frame>
      <RouterProvider router={router} useTransitions={false} />
    </Frame>
  </StrictMode>,
)
