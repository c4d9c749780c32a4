// Preloaded into a hook (`node --require`): says on descriptor 3 which files it loaded, how many bytes they are, and how
// many processes it started, and how much memory it held at most (KiB).
const fs = require('node:fs');
const Module = require('node:module');
const { ChildProcess } = require('node:child_process');

const before = new Set(Object.keys(Module._cache));
let processes = 0;
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (...args) {
  processes++;
  return spawn.apply(this, args);
};
for (const name of ['spawnSync', 'execSync', 'execFileSync'])
  require('node:child_process')[name] = () => {
    processes++;
    throw new Error('a hook starts nothing');
  };
process.on('exit', () => {
  const files = Object.keys(Module._cache).filter((file) => !before.has(file));
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  fs.writeSync(3, JSON.stringify({ files, bytes, processes, peak: process.resourceUsage().maxRSS }));
});
