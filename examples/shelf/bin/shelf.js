#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { run } from '../src/cli.js';

const books = readFileSync(new URL('../books.txt', import.meta.url), 'utf8');
console.log(run(process.argv.slice(2), books).join('\n'));
