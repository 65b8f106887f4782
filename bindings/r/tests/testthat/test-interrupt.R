# A process of its own is interrupted as soon as its search has found something: by what it prints, not
# by the time that has passed.

script <- '
library(shoal)
data <- sample_people(3000)
outcome <- tryCatch(
    suppressWarnings(suppressMessages(anonymize(data, k = 5, quasi = ~ age + sex + zip + education + income,
        sensitive = ~ disease, identifier = ~ id, recoding = "local", algorithm = "refine", KEEP
        progress = function(event) if (event$kind == "progress" && !is.nan(event$best)) {
            cat("searching\\n")
            flush(stdout())
        }))),
    interrupt = function(condition) "interrupted")
gc()
if (is.character(outcome)) cat(outcome, "\\n") else cat("released", nrow(outcome$data), "\\n")
release <- suppressWarnings(suppressMessages(anonymize(data[1:200, ], quasi = ~ age + sex, sensitive = ~ disease,
                                                       suppression = 0)))
cat("afterwards", nrow(release$data), "\\n")
'

# Runs the script, interrupts it at its first line of progress, returns the lines that it prints then.
interrupted <- function(keep) {
    path <- tempfile(fileext = ".R")
    writeLines(sub("KEEP", if (keep) "keep_best = TRUE," else "", script, fixed = TRUE), path)
    number <- tempfile()
    shell <- paste0("R_LIBS=", shQuote(paste(.libPaths(), collapse = ":")), "; export R_LIBS; echo $$ > ")
    shell <- paste(shell, shQuote(number), "; exec", shQuote(file.path(R.home("bin"), "R")),
                   "--vanilla -s -f", shQuote(path), "2>/dev/null")
    connection <- pipe(paste("sh -c", shQuote(shell)), "r")
    on.exit(close(connection))
    repeat {
        line <- readLines(connection, 1L)
        if (!length(line)) return(character())
        if (line == "searching") break
    }
    tools::pskill(as.integer(readLines(number)), tools::SIGINT)
    trimws(setdiff(readLines(connection), "searching"))
}

test_that("an interrupt ends the search, and R goes on", {
    skip_on_os("windows")
    lines <- interrupted(keep = FALSE)
    expect_true("interrupted" %in% lines)
    expect_true("afterwards 200" %in% lines)
})

test_that("an interrupted search can keep its best release", {
    skip_on_os("windows")
    lines <- interrupted(keep = TRUE)
    expect_true("released 3000" %in% lines)
    expect_true("afterwards 200" %in% lines)
})
