const last = (text) => text;
