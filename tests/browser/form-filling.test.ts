/** Forms filled in: each kind of field, conditions, tables, tabs and steps, faults in three languages, the phone, the keyboard. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { png } from '../support/media.ts'
import { problemsOf } from './axe.ts'
import { columnOf, fieldOf, fillingOf, formOf } from './forms.ts'
import { choose, eventually, focused, message, openSite, t, textsIn } from './support.ts'

const site = openSite()

const choices = ['a', 'b', 'c'].map((value) => ({ value, labels: { en: `Choice ${value}`, zh: `选项${value}`, tw: `選項${value}` } }))
const { field, send, sendAndSee, openNew, kept } = fillingOf(site)

test('texts, numbers and choices are filled in, kept, and read again', async () => {
  const { page, client, form } = await openNew(
    formOf([
      fieldOf('text', 'text', 'Short'),
      fieldOf('lines', 'lines', 'Long'),
      fieldOf('number', 'number', 'Level', { unit: 'm' }),
      fieldOf('integer', 'integer', 'Count'),
      fieldOf('money', 'money', 'Price', { unit: 'CNY' }),
      fieldOf('slider', 'slider', 'Share', { unit: '%' }),
      fieldOf('rating', 'rating', 'Stars'),
      fieldOf('switch', 'switch', 'Running'),
      fieldOf('radio', 'radio', 'One', { choices }),
      fieldOf('select', 'select', 'Of these', { choices }),
      fieldOf('boxes', 'checkboxes', 'Some', { choices }),
      fieldOf('multi', 'multi-select', 'Several', { choices }),
      fieldOf('code', 'code', 'Label'),
      fieldOf('serial', 'serial', 'Serial'),
    ]),
  )
  await page.getByLabel('Short').fill('Pump 7')
  await page.getByLabel('Long').fill('first\nsecond')
  await page.getByLabel('Level').fill('2.50')
  await page.getByLabel('Count', { exact: true }).fill('12')
  await page.getByLabel('Price').fill('1234567.8')
  await page.getByRole('slider', { name: 'Share' }).press('ArrowRight')
  await field(page, 'rating').locator('label').nth(3).click()
  await page.getByRole('switch', { name: 'Running' }).click()
  await field(page, 'radio').getByText('Choice b').click()
  await choose(page, page.getByRole('combobox', { name: 'Of these' }), 'Choice c')
  await field(page, 'boxes').getByText('Choice a').click()
  await field(page, 'boxes').getByText('Choice c').click()
  await choose(page, page.getByRole('combobox', { name: 'Several' }), 'Choice b')
  await page.keyboard.press('Escape')
  await page.getByLabel('Label').fill('SN-1')
  expect(await field(page, 'serial').textContent()).toContain(t('fill.serial'))
  // Once it is left it stands in groups of thousands.
  await eventually(() => page.getByLabel('Price').inputValue()).toBe('1,234,567.8')
  expect(await problemsOf(page)).toEqual([])
  await sendAndSee(page)
  const { data, id } = await kept(client, form.id)
  expect(data).toEqual({
    text: 'Pump 7',
    lines: 'first\nsecond',
    number: 2.5,
    integer: 12,
    money: '1234567.80',
    slider: 1,
    rating: 4,
    switch: true,
    radio: 'b',
    select: 'c',
    boxes: ['a', 'c'],
    multi: ['b'],
    code: 'SN-1',
    serial: '1',
  })
  await page.goto(`/devtool/formentry?form=${form.id}&entry=${id}`)
  for (const [name, text] of [
    ['text', 'Pump 7'],
    ['number', '2.5 m'],
    ['money', '1,234,567.80 CNY'],
    ['rating', '4 / 5'],
    ['switch', t('fill.yes')],
    ['radio', 'Choice b'],
    ['boxes', 'Choice a, Choice c'],
    ['serial', '1'],
  ] as const)
    await eventually(() => field(page, name).locator('.fill-shown').textContent()).toBe(text)
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await problemsOf(page)).toEqual([])
})

test('dates go by the clock of the tenant, and an entry is kept as it was meant', async () => {
  const { page, client, form } = await openNew(
    formOf([
      fieldOf('date', 'date', 'Day'),
      fieldOf('moment', 'moment', 'Moment'),
      fieldOf('time', 'time', 'Hour'),
      fieldOf('range', 'date-range', 'From to'),
    ]),
    { timezoneId: 'America/New_York' },
  )
  const type = async (input: Locator, text: string) => {
    await input.click()
    await input.fill(text)
    await input.press('Enter')
  }
  await type(page.getByLabel('Day'), '2026-11-25')
  await type(page.getByLabel('Moment'), '2026-11-25 08:00:00')
  await type(page.getByLabel('Hour'), '08:30')
  const [begins, ends] = [field(page, 'range').getByRole('textbox').first(), field(page, 'range').getByRole('textbox').last()]
  await type(begins, '2026-11-01')
  await type(ends, '2026-11-30')
  await sendAndSee(page)
  // The demonstration tenant is eight hours ahead of UTC.
  expect((await kept(client, form.id)).data).toEqual({
    date: '2026-11-25',
    moment: '2026-11-25T00:00:00.000Z',
    time: '08:30',
    range: ['2026-11-01', '2026-11-30'],
  })
})

test('rows of the product are found as somebody types, and a reading is taken with its quality and time', async () => {
  const { page, client, form } = await openNew(
    formOf([
      fieldOf('user', 'user', 'Who'),
      fieldOf('role', 'role', 'Role'),
      fieldOf('device', 'device', 'Device'),
      fieldOf('place', 'reference', 'Site', { noun: 'sites' }),
      fieldOf('org', 'organisation', 'Organisation'),
      fieldOf('reading', 'reading', 'Reading'),
    ]),
  )
  for (const name of ['Who', 'Role', 'Device', 'Site']) {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  }
  await page.getByRole('combobox', { name: 'Organisation' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-tree-title').first().click()
  const point = field(page, 'reading').getByRole('combobox')
  await point.click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  // Whether the point has a value yet is the demonstration's matter; what is said follows from it.
  await eventually(async () => {
    const shown = await field(page, 'reading').locator('.fill-reading-shown').textContent()
    return shown !== ''
  }).toBe(true)
  expect(await problemsOf(page)).toEqual([])
  await sendAndSee(page)
  const { data, id } = await kept(client, form.id)
  for (const name of ['user', 'role', 'device', 'place', 'org']) expect(data[name]).toMatch(/^[0-9a-f-]{36}$/)
  if (data['reading'])
    expect(data['reading']).toMatchObject({ point: expect.any(String), quality: expect.any(Number), at: expect.any(String) })
  await page.goto(`/devtool/formentry?form=${form.id}&entry=${id}`)
  await eventually(() => field(page, 'user').locator('.fill-shown').textContent()).toContain('admin')
})

test('files, pictures and a signature come with the entry, and can be had again', async () => {
  const { page, client, form } = await openNew(
    formOf([
      fieldOf('files', 'files', 'Papers', { fileTypes: ['txt', 'pdf'], maxCount: 2 }),
      fieldOf('pictures', 'pictures', 'Pictures'),
      fieldOf('sign', 'signature', 'Signature', { listed: false }),
    ]),
  )
  await field(page, 'files')
    .locator('input[type=file]')
    .setInputFiles({ name: 'bad.exe', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await field(page, 'files')
    .getByText(t('fill.file-type', { name: 'bad.exe', types: 'txt, pdf' }))
    .waitFor()
  await field(page, 'files')
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('one') },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('two') },
    ])
  await field(page, 'files')
    .getByRole('button', { name: t('fill.remove-of', { name: 'b.txt' }) })
    .click()
  await field(page, 'pictures')
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: png(40, 30) })
  await eventually(() => field(page, 'pictures').locator('img').count()).toBe(1)
  // Drawn by the mouse.
  const pad = field(page, 'sign').locator('canvas')
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is nowhere to sign')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await field(page, 'sign')
    .getByRole('button', { name: t('fill.sign-done') })
    .click()
  await field(page, 'sign')
    .getByRole('button', { name: t('fill.sign-again') })
    .click()
  // And by whoever cannot draw.
  await field(page, 'sign').getByText(t('fill.sign-type'), { exact: true }).click()
  await field(page, 'sign').getByLabel(t('fill.sign-name')).fill('王小明')
  await field(page, 'sign')
    .getByRole('button', { name: t('fill.sign-done') })
    .click()
  await field(page, 'sign')
    .getByRole('button', { name: t('fill.sign-again') })
    .waitFor()
  expect(await problemsOf(page)).toEqual([])
  await sendAndSee(page)
  const { data, id } = await kept(client, form.id)
  expect(data).toMatchObject({ files: [{ name: 'a.txt' }], pictures: [{ name: 'p.png' }], sign: { id: expect.any(String) } })
  await page.goto(`/devtool/formentry?form=${form.id}&entry=${id}`)
  await eventually(() =>
    page.locator('.fill-form img').evaluateAll((all) => all.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth)),
  ).toEqual([40, 600])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('fill.download-of', { name: 'a.txt' }) }).click()
  expect((await download).suggestedFilename()).toBe('a.txt')
})

test('a place is given by numbers and picked from the map; rich text is written', async () => {
  const { page, client, form } = await openNew(
    formOf([fieldOf('place', 'location', 'Place'), fieldOf('rich', 'rich-text', 'Report', { listed: false })]),
  )
  await page.getByLabel(t('fill.latitude')).fill('31.2')
  await page.getByLabel(t('fill.longitude')).fill('121.5')
  await page.getByLabel(t('fill.place-name')).fill('Shanghai')
  await field(page, 'place')
    .getByRole('button', { name: t('fill.map-open') })
    .click()
  await field(page, 'place').getByRole('application').waitFor()
  await field(page, 'rich').getByRole('textbox', { name: 'Report' }).click()
  await page.keyboard.type('Nothing leaks.')
  expect(await problemsOf(page)).toEqual([])
  await sendAndSee(page)
  const { data } = await kept(client, form.id)
  expect(data['place']).toEqual({ latitude: 31.2, longitude: 121.5, name: 'Shanghai' })
  expect(data['rich']).toContain('Nothing leaks.')
})

test('a field that a condition hides goes, and what stood in it is not sent; what is required then is asked for', async () => {
  const isBroken = { op: 'equal' as const, of: [{ field: 'state' }, { value: 'b' }] }
  const { page, client, form } = await openNew(
    formOf([
      fieldOf('state', 'radio', 'State', { choices }),
      fieldOf('why', 'text', 'Why', { visibleWhen: isBroken, requiredWhen: isBroken }),
      fieldOf('count', 'integer', 'Count'),
      fieldOf('price', 'money', 'Price'),
      fieldOf('sum', 'money', 'Sum', { compute: { op: 'multiply', of: [{ field: 'count' }, { field: 'price' }] } }),
    ]),
  )
  expect(await page.getByLabel('Why').count()).toBe(0)
  await field(page, 'state').getByText('Choice b').click()
  await send(page).click()
  await focused(page.getByLabel('Why'))
  await field(page, 'why')
    .getByText(t('forms.fault.required', { field: 'Why' }))
    .waitFor()
  expect(await page.getByLabel('Why').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Why').fill('worn out')
  await field(page, 'state').getByText('Choice a').click()
  await eventually(() => page.getByLabel('Why').count()).toBe(0)
  await page.getByLabel('Count', { exact: true }).fill('3')
  await page.getByLabel('Price').fill('0.10')
  await eventually(() => field(page, 'sum').locator('.fill-shown').textContent()).toBe('0.30')
  await sendAndSee(page)
  expect((await kept(client, form.id)).data).toEqual({ state: 'a', count: 3, price: '0.10', sum: '0.30' })
})

const table = () =>
  formOf([
    fieldOf('parts', 'table', 'Parts', {
      listed: false,
      columns: [
        columnOf('name', 'text', 'Part', { required: true }),
        columnOf('count', 'integer', 'Count'),
        columnOf('price', 'money', 'Price'),
        columnOf('sum', 'money', 'Sum', { compute: { op: 'multiply', of: [{ field: 'count' }, { field: 'price' }] } }),
      ],
    }),
  ])

test('rows are added, filled in, moved and removed, and their numbers are added up', async () => {
  const { page, client, form } = await openNew(table())
  const add = page.getByRole('button', { name: t('fill.row-add') })
  for (const [name, count, price] of [
    ['Seal', '2', '1.10'],
    ['Gone', '1', '1.00'],
    ['Bolt', '3', '0.10'],
  ] as const) {
    await add.click()
    const row = field(page, 'parts').locator('tbody tr').last()
    await row.getByRole('textbox', { name: /^Part/ }).fill(name)
    await row.getByLabel('Count', { exact: true }).fill(count)
    await row.getByLabel('Price').fill(price)
  }
  await page.getByRole('button', { name: t('fill.row-remove', { row: 2 }), exact: true }).click()
  await page.getByRole('button', { name: t('fill.row-up', { row: 2 }), exact: true }).click()
  await eventually(() => field(page, 'parts').locator('tfoot').textContent()).toContain('2.50')
  expect(await problemsOf(page)).toEqual([])
  await sendAndSee(page)
  expect((await kept(client, form.id)).data).toEqual({
    parts: [
      { name: 'Bolt', count: 3, price: '0.10', sum: '0.30' },
      { name: 'Seal', count: 2, price: '1.10', sum: '2.20' },
    ],
  })
})

test('on a phone rows are cards, the page is not wider than the window, and a fault in a cell has the focus', async () => {
  const { page, client, form } = await openNew(table(), { viewport: { width: 375, height: 740 }, colorScheme: 'dark' })
  await page.getByRole('button', { name: t('fill.row-add') }).click()
  await page.getByText(t('fill.row', { row: 1 }), { exact: true }).waitFor()
  await send(page).click()
  await focused(page.getByRole('textbox', { name: /^Part/ }))
  await page.getByText(t('forms.fault.required', { field: 'Part' })).waitFor()
  expect(await problemsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.getByRole('textbox', { name: /^Part/ }).fill('Seal')
  await sendAndSee(page)
  expect((await kept(client, form.id)).data).toEqual({ parts: [{ name: 'Seal' }] })
})

test('a step lets nobody on before it is right, a tab says that something is wrong behind it, a folded group unfolds', async () => {
  const { page } = await openNew(
    formOf(
      [
        fieldOf('one', 'text', 'First', { required: true }),
        fieldOf('two', 'text', 'Second'),
        fieldOf('three', 'text', 'Third', { required: true }),
        fieldOf('four', 'text', 'Fourth', { required: true }),
      ],
      [
        {
          part: 'steps',
          of: [
            { title: { en: 'Begin' }, of: [{ part: 'field', field: 'one' }] },
            {
              title: { en: 'Go on' },
              of: [
                {
                  part: 'tabs',
                  of: [
                    { title: { en: 'Left' }, of: [{ part: 'field', field: 'two' }] },
                    { title: { en: 'Right' }, of: [{ part: 'field', field: 'three' }] },
                  ],
                },
                { part: 'group', title: { en: 'More' }, isFolded: true, of: [{ part: 'field', field: 'four' }] },
              ],
            },
          ],
        },
      ],
    ),
  )
  const next = page.getByRole('button', { name: t('fill.next'), exact: true })
  await next.click()
  await focused(page.getByLabel('First'))
  await page.getByLabel('First').fill('x')
  await next.click()
  await page.getByLabel('Second').waitFor()
  await send(page).click()
  await focused(page.getByLabel('Third'))
  await page.getByLabel('Third').fill('x')
  await page.getByRole('tab', { name: 'Left' }).click()
  await send(page).click()
  await focused(page.getByLabel('Fourth'))
  expect(await problemsOf(page)).toEqual([])
})

test.each(['en', 'zh', 'tw'] as const)('what is wrong is said in the language of the page: %s', async (language) => {
  const locale = { en: 'en-US', zh: 'zh-CN', tw: 'zh-TW' }[language]
  const own = textsIn(language)
  const { page } = await openNew(
    formOf([fieldOf('name', 'text', 'Name', { required: true }), fieldOf('mail', 'text', 'Mail', { pattern: { name: 'email' } })]),
    { locale },
  )
  const label = (name: string) => ({ en: name, zh: `${name}（中）`, tw: `${name}（繁）` })[language]
  await field(page, 'mail').getByRole('textbox').fill('nobody')
  await page.getByRole('button', { name: own('entries.send'), exact: true }).click()
  await field(page, 'name')
    .getByText(own('forms.fault.required', { field: label('Name') }))
    .waitFor()
  await field(page, 'mail')
    .getByText(own('forms.fault.pattern-email', { field: label('Mail') }))
    .waitFor()
})

test('everything is reached by the keyboard, from the first field to what sends', async () => {
  const { page, client, form } = await openNew(
    formOf([fieldOf('name', 'text', 'Name'), fieldOf('on', 'switch', 'On'), fieldOf('one', 'select', 'One', { choices })]),
  )
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Pump')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.locator('.ant-select-dropdown:visible').waitFor()
  await page.keyboard.press('Enter')
  // First comes what empties the field again.
  await field(page, 'one').getByRole('button').waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await focused(send(page))
  await page.keyboard.press('Enter')
  await message(page, /^Sent as entry/).waitFor()
  expect((await kept(client, form.id)).data).toEqual({ name: 'Pump', on: true, one: 'a' })
})
