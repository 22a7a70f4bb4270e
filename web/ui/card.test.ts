import { describe, expect, it } from 'vitest'
import { placesOnCard } from './card.ts'

const keys = ['code', 'name', 'status', 'kind', 'place', 'unit', 'note']
const card = { title: 'name', status: 'status' }

describe('a card', () => {
  it('has its title, its status, and the first of the other columns', () => {
    expect(placesOnCard(keys, card, false)).toEqual(['field', 'title', 'status', 'field', 'field', 'field', 'rest'])
  })

  it('follows the order that its reader has chosen, and what they have hidden', () => {
    expect(placesOnCard(['note', 'unit', 'name', 'code'], card, false)).toEqual(['field', 'field', 'title', 'field'])
    expect(placesOnCard(['kind', 'code'], card, false), 'without its title').toEqual(['title', 'field'])
  })

  it('has the fields that are read first, where it is said which', () => {
    expect(placesOnCard(keys, { ...card, fields: ['unit', 'note'] }, false)).toEqual([
      'rest',
      'title',
      'status',
      'rest',
      'rest',
      'field',
      'field',
    ])
  })

  it('begins with what unfolds the branches of a tree', () => {
    expect(placesOnCard(keys, card, true).slice(0, 3)).toEqual(['title', 'field', 'status'])
  })
})
