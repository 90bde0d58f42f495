from unstatic.cparse._interim import parse
from unstatic.cparse.arguments import ParseOptions
from unstatic.cparse.headers import check, MissingHeader, missing_headers, errors_in
