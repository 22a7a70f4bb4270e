import './print.css'

/** Prints one part of the page and nothing around it. The sheet stands beside the page, so its styles are the page's. */
export function printElement(element: HTMLElement, title: string): void {
  const sheet = document.createElement('div')
  sheet.className = 'print-sheet'
  const heading = document.createElement('h1')
  heading.textContent = title
  sheet.append(heading, element.cloneNode(true))
  // Ids would stand twice, and what is copied is not to be operated.
  sheet.inert = true
  for (const one of sheet.querySelectorAll('[id]')) one.removeAttribute('id')
  document.body.append(sheet)
  document.body.classList.add('printing')
  addEventListener(
    'afterprint',
    () => {
      sheet.remove()
      document.body.classList.remove('printing')
    },
    { once: true },
  )
  print()
}
