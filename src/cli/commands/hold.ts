import { holdCommand } from '../hold-notices.js';

export const command = holdCommand('hold');
