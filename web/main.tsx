import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { createRouter } from './app/router.tsx'
import { Frame } from './app/frame.tsx'
import { startTexts } from './kernel/i18n.ts'
import './ui/base.css'

await startTexts()
const router = createRouter()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Frame>
      <RouterProvider router={router} />
    </Frame>
  </StrictMode>,
)
